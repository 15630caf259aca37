import { foldText } from './fold-text.ts';

/** Words of one value that are stored. */
const maxWordsOfValue = 32;

/** Maximum number of words of `q`. Each one adds a condition to the query. */
export const maxQueryWords = 10;

/** Splits folded text into words. Pictographs count as letters: `😀 House` has two words. */
const wordsOf = (text: string): string[] =>
  foldText(text).match(/[\p{L}\p{M}\p{N}\p{Extended_Pictographic}]+/gu) ?? [];

const isNumber = (word: string): boolean => /^\p{N}+$/u.test(word);

/** Joins each number with the numbers directly after it, because `q` joins digits: `4-12` is also `412`. */
function joinedNumbers(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const end = words.findIndex((other, index) => index > at && !isNumber(other));
    const run = words.slice(at, end < 0 ? undefined : end);
    return isNumber(word) && run.length > 1 ? [run.join('')] : [];
  });
}

function storedWordsOf(value: string): string[] {
  const words = wordsOf(value).slice(0, maxWordsOfValue);
  return [...words, ...joinedNumbers(words)];
}

/**
 * Makes the search words of a row, with which `q` finds it. The row stores them in an indexed field. At most 32
 * words of each value are stored.
 */
export function searchWords(...values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values.flatMap((value) => storedWordsOf(value ?? '')))];
}

/**
 * Returns the words of `q`, the longest first. Digits and separators alone are one word: `(212) 555` is `212555`. A
 * word that begins another one is omitted, because the other one implies it.
 */
export function queryWords(q: string): string[] {
  const words = [...new Set(wordsOf(q))];
  if (words.length > 0 && words.every(isNumber)) return [wordsOf(q).join('')];
  const isImplied = (word: string) => words.some((other) => other !== word && other.startsWith(word));
  return words.filter((word) => !isImplied(word)).toSorted((a, b) => b.length - a.length);
}

/** Condition of all texts that start with a word. It compares bytes, so no character of the text is special. */
export interface WordRange {
  searchWords: { $elemMatch: { $gte: string; $lt: string } };
}

/** The last character of Unicode. */
const last = '\u{10ffff}';

/** Returns the condition for rows with a word that starts with a text: a range of the index on `searchWords`. */
export const startsWith = (word: string): WordRange => ({
  searchWords: { $elemMatch: { $gte: word, $lt: `${word}${last}` } },
});
