import { randomInt } from 'node:crypto';

/** Digits, upper case, lower case: the order of ASCII, so that texts of one length sort as their numbers do. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Spells a whole number in base 62, padded with zeros on the left to `length` characters. */
export function encodeBase62(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = alphabet.charAt(rest % 62) + text;
  return text.padStart(length, '0');
}

/** Draws `length` base 62 characters, each equally likely; one has 5.95 bits. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
