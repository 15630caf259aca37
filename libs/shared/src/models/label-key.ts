/** Vulgar fractions. A space before them keeps `4½` apart from `41/2`. */
const fractions = /[\u00bc-\u00be\u2150-\u215f\u2189]/g;

/** Superscript and subscript digits. A separator before them keeps `4²` apart from `42`. */
const smallDigits = /[\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089]/g;

/** Marks without a letter before them, and characters that nobody sees, such as variation selectors. */
const strayMarks = /(?<![\p{L}\p{M}])\p{M}+|\p{DI}/gu;

/** Words for a flat at the start, each alone or before a digit: `Apt5`, not `Aptos 5`. */
const leadingWords =
  /^(?:[^\p{L}\p{M}\p{Nd}#]*(?:#|(?:APARTAMENTO|APARTMENT|APPARTEMENT|APPT|APTO|APT|DEPTO|FLAT|NO|NR|STE|SUITE|UNIT|WHG|WOHNUNG)(?![\p{L}\p{M}])\.?))+/u;

const minus = /^[\p{Pd}\u2212]/u;

/** Separators: every run of characters other than letters, their marks, and digits. */
const separators = /[^\p{L}\p{M}\p{Nd}]+/gu;

/** Whether a label begins with a minus, or has one after its leading words and a space: `-1`, `Unit -1`. */
const isNegative = (words: string, rest: string): boolean =>
  words === '' ? minus.test(rest) : /^\s/.test(rest) && minus.test(rest.trimStart());

/**
 * Returns the comparable form of a unit label: `Apt. 4-B`, `apt 4b` and `#4B` are one unit. NFKC, upper case, leading
 * words for a flat dropped, then every run of other characters than letters and digits. Between two digits the run
 * becomes one hyphen, because 1.12 and 11.2 are different doors. A leading minus stays, because -1 is below the ground.
 *
 * The result never contains `~`. Only keys that a migration gave to units with colliding labels contain it.
 *
 * @returns an empty text for a label without a name, such as ` -- ` or `Unit`
 */
export function toLabelKey(label: string): string {
  const text = label
    .replaceAll(fractions, ' $&')
    .replaceAll(smallDigits, '/$&')
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(strayMarks, ' ')
    .trim();
  const [words = ''] = leadingWords.exec(text) ?? [];
  const rest = text.slice(words.length);
  const key = rest.replaceAll(separators, '-').replaceAll(/(?<!\p{Nd})-|-(?!\p{Nd})/gu, '');
  return key !== '' && isNegative(words, rest) ? `-${key}` : key;
}
