import { digitsOf, tellingDigits } from './phone-spelling.ts';

/** Characters between two digits of a phone. */
const between = String.raw`[\s().\-/]{0,3}`;

/** Returns the source of a pattern that matches a text literally. */
export const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Returns the pattern of a phone in any spelling: its last digits, with or without those in front. */
export function phonePattern(phone: string): string {
  const digits = digitsOf(phone);
  const front = Array.from(digits.slice(0, -tellingDigits), (digit) => `(?:${digit}${between})?`);
  return String.raw`[+(]{0,2}(?:0{1,2}\s?)?${front.join('')}${digits.slice(-tellingDigits).split('').join(between)}(?!\d)`;
}
