/** The default alphabet of texts (3GPP TS 23.038, section 6.2.1), without the escape. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** The extension of the alphabet; each character takes two septets. */
const extended = '\f^{}\\[~]|€';

const widths = new Map([
  ...Array.from(basic).map((character) => [character, 1] as const),
  ...Array.from(extended).map((character) => [character, 2] as const),
]);

/** Typographic signs that have a plain form. */
const plainForms: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  '·': '-',
};

/** Drops an accent when only the plain letter is in the alphabet: `ê` and `á`, but not `é` or `ñ`. */
function toBasic(character: string): string {
  if (widths.has(character)) return character;
  const plain = plainForms[character] ?? character.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return Array.from(plain).every((each) => widths.has(each)) ? plain : character;
}

/** One text message as it is sent. */
export interface ShortText {
  text: string;
  /** The number of parts that the carrier sends and charges. */
  segments: number;
}

/** Counts parts; a two-septet character is never split. */
function countSegments(sizes: readonly number[], single: number, each: number): number {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= single) return 1;
  let [segments, used] = [1, 0];
  for (const size of sizes) {
    if (used + size > each) [segments, used] = [segments + 1, 0];
    used += size;
  }
  return segments;
}

/**
 * Prepares a text message. Latin text uses the GSM alphabet with 160 characters per part, which drops some
 * accents. Other text stays unchanged, with 70 characters per part (UCS-2).
 */
export function toShortText(source: string): ShortText {
  const text = Array.from(source.normalize('NFC')).map(toBasic).join('');
  const sizes = Array.from(text).map((character) => widths.get(character));
  if (sizes.every((size) => size !== undefined)) return { text, segments: countSegments(sizes, 160, 153) };
  const whole = source.normalize('NFC');
  return {
    text: whole,
    segments: countSegments(
      Array.from(whole).map(({ length }) => length),
      70,
      67,
    ),
  };
}
