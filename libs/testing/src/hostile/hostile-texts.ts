/** Makes a text of about the given number of bytes in UTF-8. */
export type MakeText = (bytes: number) => string;

/** Pieces whose repetition has been expensive for parsers, patterns and normalisers. */
const units: Readonly<Record<string, string>> = {
  letters: 'x',
  'capital T': 'T',
  digits: '9',
  zeros: '0',
  spaces: ' ',
  tabs: '\t',
  'line breaks': '\r\n',
  dots: '.',
  hyphens: '-',
  plusses: '+',
  slashes: '/',
  colons: ':',
  commas: ',',
  semicolons: '; ',
  equals: '=',
  percents: '%',
  'escaped letters': '%41',
  hashes: '#',
  underscores: '_',
  brackets: '([',
  braces: '{{',
  quotes: '"',
  backslashes: '\\',
  'at signs': '@',
  addresses: 'a@',
  labels: '.a',
  'punycode labels': 'xn--a.',
  'words of a flat': 'apt ',
  'times without end': 'T 00:00',
  'dashed digits': '1-',
  'null bytes': '\u0000',
  'byte order marks': '\u{feff}',
  'zero-width joiners': '\u200d',
  'bidirectional marks': '\u202e',
  // Marks in the reverse of their canonical order: a normaliser sorts each run of marks by insertion.
  'marks in disorder': '\u0315\u0300\u05ae\u0301',
  'marks in order': '\u0301',
  // One character becomes eighteen under NFKC.
  'long ligatures': '\ufdfa',
  ligatures: '\ufb03',
  fractions: '\u00bd',
  'fullwidth digits': '\uff11',
  'sharp s': '\u00df',
  'dotted capitals': '\u0130',
  syllables: '\u1100\u1161',
  families: '\u{1f468}\u200d',
};

/** Prefixes that make a text look valid for a field. */
const beginnings: readonly string[] = [
  'https://a.',
  'jo@',
  '+1',
  '2026-01-01T',
  '#',
  'Bearer ',
  'eyJhbGciOiJub25lIn0.',
];

const repeated = (unit: string, bytes: number): string =>
  unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))));

const makers = Object.entries(units).map(([name, unit]): [string, MakeText] => [
  name,
  (bytes) => repeated(unit, bytes),
]);

/** The units that follow a beginning. */
const afterBeginning = [
  'letters',
  'digits',
  'dots',
  'hyphens',
  'spaces',
  'marks in disorder',
  'long ligatures',
];

const begun = beginnings.flatMap((beginning) =>
  afterBeginning.map((name): [string, MakeText] => [
    `${name} after ${beginning}`,
    (bytes) => beginning + repeated(units[name] ?? '', bytes - beginning.length),
  ]),
);

/** Texts of one repeated piece, by name. */
export const hostileTexts: Readonly<Record<string, MakeText>> = Object.fromEntries([...makers, ...begun]);

/** Makes a generator of numbers from 0 to 1 that is the same in every run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes texts that repeat a random piece of up to four units between two others. They are the same in every run. */
export function randomTexts(count: number, seed = 1): readonly MakeText[] {
  const next = numbersFrom(seed);
  const all = Object.values(units);
  const pick = (): string => all[Math.floor(next() * all.length)] ?? '';
  return Array.from({ length: count }, () => {
    const piece = Array.from({ length: 1 + Math.floor(next() * 4) }, pick).join('');
    const [start, end] = [pick(), pick()];
    return (bytes) => start + repeated(piece, bytes) + end;
  });
}
