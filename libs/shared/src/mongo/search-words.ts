const maxWords = 12;

/** Folds text for comparison: compatibility forms, lower case, single blanks (Unicode NFKC, UAX #15). */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ');
}

/** What `q` searches by prefix: each value as a whole and each of its words, folded; kept on the row and indexed. */
export function searchWords(...values: readonly (string | null | undefined)[]): string[] {
  const words = values
    .filter((value) => typeof value === 'string')
    .flatMap((value) => [fold(value), ...fold(value).split(/[^\p{L}\p{N}+]+/u)]);
  return [...new Set(words)].filter((word) => word !== '').slice(0, maxWords);
}

/** The filter of `q`: an anchored prefix, which an index serves; the caller's text is taken literally. */
export function searchFilter(q: string | undefined): { searchWords?: { $regex: string } } {
  if (q === undefined) return {};
  return { searchWords: { $regex: `^${RegExp.escape(fold(q))}` } };
}
