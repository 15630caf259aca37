const mebibyte = 1024 * 1024;

/** Repeats a piece up to the size of a body of 1 MiB. */
const filled = (piece: string): string => piece.repeat(Math.floor((mebibyte - 100) / piece.length));

/** Writes members with different names in JSON. */
const members = (count: number, nameOf: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `"${nameOf(index)}":0`).join(',');

const nested = (open: string, close: string, depth: number, inner = ''): string =>
  open.repeat(depth) + inner + close.repeat(depth);

/** Valid or truncated JSON of 1 MiB at most. */
const texts: Readonly<Record<string, () => string>> = {
  'arrays within arrays': () => nested('[', ']', mebibyte / 2),
  'arrays without an end': () => '['.repeat(mebibyte),
  'objects within objects': () => nested('{"a":', '}', 170_000, '1'),
  'arrays at the deepest level': () => nested('[', ']', 64),
  'zeros in an array': () => `[${filled('0,')}0]`,
  'empty arrays in an array': () => `[${filled('[],')}0]`,
  'empty objects in an array': () => `[${filled('{},')}0]`,
  'empty texts in an array': () => `[${filled('"",')}0]`,
  'nulls in an array': () => `[${filled('null,')}0]`,
  'objects of different shapes': () =>
    `[{${members(70_000, (index) => `k${index}`).replaceAll(',', '},{')}}]`,
  'different names': () => `{${members(75_000, (index) => `k${index}`)}}`,
  'names that are numbers': () => `{${members(75_000, (index) => String((index * 40_007) % 4_294_967_295))}}`,
  'one name': () => `{${filled('"a":0,')}"a":1}`,
  'names of a prototype': () => `{${filled('"__proto__":{},')}"a":1}`,
  'a long name': () => `{"${filled('x')}":1}`,
  'a long whole number': () => `{"a":${filled('9')}}`,
  'a long fraction': () => `{"a":0.${filled('0')}1}`,
  'a long exponent': () => `{"a":1e${filled('9')}}`,
  'a long text': () => `{"a":"${filled('x')}"}`,
  'escaped letters': () => `{"a":"${filled(String.raw`\u0041`)}"}`,
  'escaped quotation marks': () => `{"a":"${filled(String.raw`\"`)}"}`,
  'escaped backslashes': () => `{"a":"${String.raw`\ud83d\ude00`}${filled(String.raw`\\`)}"}`,
  'a text without an end': () => `"${filled(String.raw`\"`)}`,
  'whole surrogate pairs': () => `{"a":"${filled(String.raw`\ud83d\ude00`)}"}`,
  'halves of surrogate pairs': () => `{"a":"${filled(String.raw`\ud800`)}"}`,
  'half a pair after a million pairs': () =>
    `{"a":"${filled(String.raw`\ud83d\ude00`)}${String.raw`\ud800`}"}`,
  // A single pair makes some parsers search every value for halves.
  'a pair and zeros': () => `["${String.raw`\ud83d\ude00`}",${filled('0,')}0]`,
  'a pair and empty arrays': () => `["${String.raw`\ud83d\ude00`}",${filled('[],')}0]`,
  'a pair and arrays within arrays': () => `["${String.raw`\ud83d\ude00`}",${nested('[', ']', 500_000)}]`,
  'a pair and names that are numbers': () =>
    `{"${String.raw`\ud83d\ude00`}":0,${members(70_000, (index) => String(index * 40_007))}}`,
  spaces: () => `${filled(' ')}{}`,
  'byte order marks': () => `${'\u{feff}'.repeat(300_000)}{}`,
  commas: () => filled(','),
};

/** JSON bodies that are or were expensive to read, by name. */
export const jsonBodies: Readonly<Record<string, () => Buffer>> = Object.fromEntries(
  Object.entries(texts).map(([name, make]) => [name, () => Buffer.from(make())]),
);
