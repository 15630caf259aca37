import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Digits of a number as people know it without its area code: `555-0107`. */
const localDigits = 7;

/**
 * Returns the spellings by which a number is searched. These are its digits with the country code, without it, with
 * the national prefix, and the last seven.
 */
export function phoneWords(phone: string | null): string[] {
  if (phone === null) return [];
  const parsed = parsePhoneNumberFromString(phone);
  const national = parsed ? [parsed.nationalNumber, digitsOf(parsed.formatNational())] : [];
  return [...new Set([digitsOf(phone), ...national, digitsOf(phone).slice(-localDigits)])];
}
