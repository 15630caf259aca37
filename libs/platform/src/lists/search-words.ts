const maxWords = 16;

/** Folds text for comparison: compatibility forms, lower case, single blanks (Unicode NFKC, UAX #15). */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Splits at blanks, and each word also at punctuation: `4-b`, `4` and `b`. */
const wordsOf = (folded: string): string[] =>
  folded.split(' ').flatMap((word) => [word, ...word.split(/[^\p{L}\p{M}\p{N}+]+/u)]);

/**
 * Makes the search words of a row: each whole value and each of its words, folded. `q` searches them by prefix. The row
 * stores them in an indexed field. All values are stored, and the first sixteen words.
 */
export function searchWords(...values: readonly (string | null | undefined)[]): string[] {
  const wholes = values.filter((value) => typeof value === 'string').map(fold);
  const words = new Set(wholes.flatMap(wordsOf));
  const all = new Set([...wholes, ...[...words].slice(0, maxWords)]);
  return [...all].filter((word) => word !== '');
}

/** Range of all texts that start with a prefix. It compares bytes, so no character of the text is special. */
interface PrefixRange {
  $gte: string;
  $lt: string;
}

/** The last character of Unicode. */
const last = '\u{10ffff}';

/** Returns the filter of `q`: a range of the index on `searchWords`. A pattern with escapes would not be one. */
export function searchFilter(q: string | undefined): { searchWords?: { $elemMatch: PrefixRange } } {
  if (q === undefined) return {};
  const prefix = fold(q);
  return { searchWords: { $elemMatch: { $gte: prefix, $lt: `${prefix}${last}` } } };
}
