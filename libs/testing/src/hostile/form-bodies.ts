const mebibyte = 1024 * 1024;

const filled = (piece: string): string =>
  piece.repeat(Math.floor((mebibyte - 100) / Buffer.byteLength(piece)));

const counted = (count: number, pairOf: (index: string) => string): string =>
  Array.from({ length: count }, (_, index) => pairOf(index.toString(36))).join('&');

/** Percent-encoded forms that are or were expensive to read, by name; 1 MiB at most. */
export const formBodies: Readonly<Record<string, () => string>> = {
  'only ampersands': () => filled('&'),
  'only equals signs': () => filled('='),
  'one name without a value': () => filled('a&'),
  'one name with a value': () => filled('a=1&'),
  'different names': () => counted(180_000, (index) => index),
  'different names with values': () => counted(110_000, (index) => `${index}=1`),
  'one name with different values': () => counted(120_000, (index) => `a=${index}`),
  'a hundred names with long values': () => counted(100, (index) => `k${index}=${'x'.repeat(10_000)}`),
  'a long value': () => `a=${filled('x')}`,
  'a long name': () => filled('x'),
  plusses: () => `a=${filled('+')}`,
  'escaped spaces': () => `a=${filled('%20')}`,
  'escaped characters of four bytes': () => `a=${filled('%f0%9f%92%a5')}`,
  'broken escapes': () => `a=${filled('%zz')}`,
  'cut-off escapes': () => `a=${filled('%')}`,
  'escaped null bytes': () => filled('%00'),
  'bytes that are not UTF-8': () => `a=${filled('%ff')}`,
  'marks in disorder': () => `Body=${filled('\u0315\u0300\u05ae\u0301')}`,
  'names of a prototype': () => filled('__proto__=1&'),
};
