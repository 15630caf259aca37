import { domainToUnicode } from 'node:url';
import { erased, type Person } from './person.ts';
import { escaped, phonePattern } from './text-patterns.ts';

/** Returns the patterns of an e-mail with its domain in both spellings. */
function emailPatterns(key: string): string[] {
  const at = key.lastIndexOf('@');
  const spelled = `${key.slice(0, at + 1)}${domainToUnicode(key.slice(at + 1))}`;
  const ends = String.raw`(?![\w-]|\.\w)`;
  return [...new Set([key, spelled])].map((text) => String.raw`(?<![\w.+-])${escaped(text)}${ends}`);
}

/** Returns the patterns of full names. A single word may be another person's name. */
function namePatterns(values: readonly string[]): string[] {
  return values
    .filter((text) => /^\p{L}\S*(?:\s+\S+)+$/u.test(text) && !text.includes('@'))
    .map((text) => {
      const words = text.split(/\s+/).map(escaped);
      return String.raw`(?<!\p{L})${words.join(String.raw`,?\s+`)}(?!\p{L})`;
    });
}

/**
 * Returns the source of a pattern that finds the person's contacts and full names within longer texts, such as
 * notes. MongoDB and JavaScript read it, without regard to case.
 *
 * @returns null for a person without an unshared contact or a full name
 */
export function patternWithin({ emailKeys, phones, values }: Person): string | null {
  const patterns = [
    ...emailKeys.flatMap(emailPatterns),
    ...phones.map(phonePattern),
    ...namePatterns(values),
  ];
  return patterns.length === 0 ? null : patterns.join('|');
}

/** Returns a function that replaces the person's contacts and full names within texts. */
export function eraserWithin(person: Person): (text: string) => string {
  const source = patternWithin(person);
  if (source === null) return (text) => text;
  const pattern = new RegExp(source, 'giu');
  return (text) => text.replaceAll(pattern, erased);
}
