/** Letters that Unicode does not decompose into a letter and its mark, in the spelling that people type. */
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

/** Apostrophes and the letters and marks that people type for one. */
const apostrophes = /['`´\u1ffdʹʻʼʽʾʿˈꞌ‘’‛′＇՚׳]/gu;

/** Accents. A mark of an Indic script or of kana is no accent, but part of its letter. */
const accents =
  /[[\p{M}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309a]]/gv;

/** Characters that nobody sees, such as a zero-width joiner. */
const unseen = /\p{DI}/gu;

/**
 * Folds text for comparison: without case, accents and apostrophes (Unicode full case folding and NFKD, UAX #15).
 * `José`, `Groß` and `İrem O’Brien` become `jose`, `gross` and `irem obrien`.
 */
export function foldText(text: string): string {
  return (
    text
      // Compatibility forms of an accent are a blank and a mark, so the apostrophes go first.
      .replaceAll(apostrophes, '')
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

/** Returns the key by which a list sorts names: folded, with single blanks. */
export function nameOrder(name: string | null): string | null {
  return name === null ? null : foldText(name).replaceAll(/\s+/gu, ' ').trim();
}

/** Digits of the length of a number. A label has fewer digits than this can count. */
const lengthDigits = 3;

/**
 * Returns the key by which a list sorts labels, so that numbers count: `1`, `1A`, `2`, `10`. Each number follows the
 * count of its digits. Other characters than letters and digits become a blank, which comes before both.
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
