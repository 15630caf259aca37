import { foldValue } from './fold-value.ts';
import { escaped, phonePattern } from './text-patterns.ts';

/** Values of a person in lower case, and the phones in E.164. */
interface KnownValues {
  values: readonly string[];
  phones: readonly string[];
}

/** The shortest value that is sought inside of a text. Shorter ones are parts of too many words. */
const shortestValue = 3;

const wordPattern = (value: string): string => String.raw`(?<![\p{L}\p{N}])${escaped(value)}(?![\p{L}\p{N}])`;

/**
 * Prepares a check whether a typed text contains a value of the person. A value is a whole word, or a phone in any
 * spelling.
 */
export function mentionedIn({ values, phones }: KnownValues): (text: string) => boolean {
  const words = values.filter((value) => value.length >= shortestValue);
  const patterns = [...words.map(wordPattern), ...phones.map(phonePattern)];
  if (patterns.length === 0) return () => false;
  const pattern = new RegExp(patterns.join('|'), 'u');
  return (text) => pattern.test(foldValue(text));
}
