/** Separators: every run of characters other than letters, their marks, and digits. */
const separators = /[^\p{L}\p{M}\p{Nd}]+/gu;

/** Marks without a letter before them, and characters that nobody sees, such as variation selectors. */
const strayMarks = /(?<![\p{L}\p{M}])\p{M}+|\p{DI}/gu;

/** APT, APARTMENT or UNIT at the start, as a word of its own or before a digit: `Apt5`, not `Aptos 5`. */
const leadingWord = /^[^\p{L}\p{Nd}]*(?:APARTMENT|APT|UNIT)(?![\p{L}\p{M}])/u;

/**
 * Returns the comparable form of a unit label: `Apt. 4-B`, `apt 4b` and `#4B` are one unit. NFKC, upper case, a
 * leading APT, APARTMENT, UNIT or # dropped, then every run of other characters than letters and digits. Between two
 * digits the run becomes one hyphen, because 1.12 and 11.2 are different doors.
 *
 * The result never contains `~`. Only keys that a migration gave to units with colliding labels contain it.
 *
 * @returns an empty text for a label without a name, such as ` -- ` or `Unit`
 */
export function toLabelKey(label: string): string {
  return label
    .normalize('NFKC')
    .toUpperCase()
    .replace(leadingWord, '')
    .replaceAll(strayMarks, ' ')
    .replaceAll(separators, '-')
    .replaceAll(/(?<!\p{Nd})-|-(?!\p{Nd})/gu, '');
}
