/** Folds case and accents, and splits a text into words; an apostrophe joins. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether each word of a query begins a word of the texts, as in the searches of the API. */
export function fitsWords(q: string, texts: readonly string[]): boolean {
  const words = texts.flatMap(wordsOf);
  const wanted = wordsOf(q);
  return wanted.length > 0 && wanted.every((each) => words.some((word) => word.startsWith(each)));
}
