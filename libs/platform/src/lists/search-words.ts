const maxWords = 16;

/** Folds text for comparison: compatibility forms, lower case, single blanks (Unicode NFKC, UAX #15). */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** What stands between blanks, and what stands between punctuation: `4-b`, `4` and `b`. */
const wordsOf = (folded: string): string[] =>
  folded.split(' ').flatMap((word) => [word, ...word.split(/[^\p{L}\p{M}\p{N}+]+/u)]);

/**
 * What `q` searches by prefix: each value as a whole and each of its words, folded; kept on the row and indexed. The
 * values themselves are always kept, of their words the first sixteen.
 */
export function searchWords(...values: readonly (string | null | undefined)[]): string[] {
  const wholes = values.filter((value) => typeof value === 'string').map(fold);
  const words = new Set(wholes.flatMap(wordsOf));
  const all = new Set([...wholes, ...[...words].slice(0, maxWords)]);
  return [...all].filter((word) => word !== '');
}

/** All texts that start with a prefix: an order of bytes, no pattern, so nothing in the text is special. */
interface PrefixRange {
  $gte: string;
  $lt: string;
}

/** No character comes after this one (Unicode's last). */
const last = '\u{10ffff}';

/** The filter of `q`: a range of the index on `searchWords`, which a pattern would only be if nothing in it is escaped. */
export function searchFilter(q: string | undefined): { searchWords?: { $elemMatch: PrefixRange } } {
  if (q === undefined) return {};
  const prefix = fold(q);
  return { searchWords: { $elemMatch: { $gte: prefix, $lt: `${prefix}${last}` } } };
}
