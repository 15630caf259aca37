/** Letters that Unicode does not decompose into a letter and a mark, each with the spelling that people type. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ɖ: 'd',
  ɗ: 'd',
  þ: 'th',
  ł: 'l',
  ƚ: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ɓ: 'b',
  ƀ: 'b',
  ɛ: 'e',
  ə: 'e',
  ɔ: 'o',
  ɨ: 'i',
  ʉ: 'u',
  ƶ: 'z',
  ƙ: 'k',
  ƴ: 'y',
  ς: 'σ',
};

const plainLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');

/** Apostrophes, and the letters and marks that people type instead. */
const apostrophes = /['`´\u1ffdʹʻʼʽʾʿˈꞌ‘’‛′＇՚׳]/gu;

/** Accents. The marks of Indic scripts and of kana are parts of their letters. */
const accents =
  /[[\p{M}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309a]]/gv;

/** Vulgar fractions, superscript and subscript digits behind a digit. NFKD would join them: `4½` to `41⁄2`. */
const smallNumbers =
  /(?<=[\p{Nd}\u00b2\u00b3\u00b9\u2070-\u2089])[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070\u2074-\u2079\u2080-\u2089\u2150-\u215f\u2189]/gu;

/** Invisible characters, such as a zero-width joiner. */
const unseen = /\p{DI}/gu;

/**
 * Folds text for comparison: without case, accents and apostrophes (Unicode full case folding and NFKD, UAX #15).
 * `José`, `Groß` and `İrem O’Brien` become `jose`, `gross` and `irem obrien`. A fraction behind a number is a word of
 * its own, as in `4 1/2`.
 */
export function foldText(text: string): string {
  return (
    text
      // NFKD turns a spacing accent into a space and a mark, so the apostrophes are removed first.
      .replaceAll(apostrophes, '')
      .replaceAll(smallNumbers, ' $&')
      .normalize('NFKD')
      .replaceAll(unseen, '')
      // The upper case of `ß` is `SS`. That of `ẞ` is itself, so the lower case comes first.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(apostrophes, '')
      .replaceAll(accents, '')
      .replaceAll(plainLetter, (letter) => plainLetters[letter] ?? letter)
      .normalize('NFC')
  );
}

/** Returns the key by which a list sorts names: folded, with single spaces. */
export function nameOrder(name: string | null): string | null {
  return name === null ? null : foldText(name).replaceAll(/\s+/gu, ' ').trim();
}

/** Digits of the prefix that states the length of a number. A label is too short for a number of 1000 digits. */
const lengthDigits = 3;

/**
 * Returns the key by which a list sorts labels in numeric order: `1`, `1A`, `2`, `10`. A prefix states the length of
 * each number. All characters except letters and digits become a space, which sorts before both.
 */
export function labelOrder(label: string): string {
  return foldText(label)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replaceAll(
      /0*(\d+)/g,
      (_all, digits: string) => String(digits.length).padStart(lengthDigits, '0') + digits,
    );
}
