import { escaped, phonePattern } from './text-patterns.ts';

/** Values of a person in lower case, and the phones in E.164. */
interface KnownValues {
  values: readonly string[];
  phones: readonly string[];
}

/** The shortest sought name and key. Shorter ones are parts of too many texts: `101` is a unit, too. */
const [shortestName, shortestKey] = [3, 6];

const isSought = (value: string): boolean =>
  value.length >= (/\p{N}/u.test(value) ? shortestKey : shortestName);

/**
 * Returns the pattern of a value. A single name begins with a capital, because `will` and `rose` are ordinary words.
 * Within a file name or an address it may be in lower case.
 */
function spellings(value: string): string {
  const [, first, rest] = /^(\p{L})(\p{L}+)$/u.exec(value) ?? [];
  if (first === undefined || rest === undefined) return escaped(value);
  const capital = String.raw`(?-i:${first.toUpperCase()})${rest}`;
  return String.raw`(?:${capital}|(?<=[-_/@])${value}|${value}(?=[-_/@]|\.\p{L}))`;
}

const wordPattern = (value: string): string =>
  String.raw`(?<![\p{L}\p{N}])${spellings(value)}(?![\p{L}\p{N}])`;

/**
 * Returns the pattern of a person's values within typed texts in NFKC. A value is a whole word, or a phone in any
 * spelling.
 *
 * @returns null for a person without such values
 */
export function mentionPattern({ values, phones }: KnownValues): RegExp | null {
  const sought = values.filter(isSought).toSorted((a, b) => b.length - a.length);
  const patterns = [...sought.map(wordPattern), ...phones.map(phonePattern)];
  return patterns.length === 0 ? null : new RegExp(patterns.join('|'), 'giu');
}
