import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Digits of a number as people know it without its area code: `555-0107`. */
const localDigits = 7;

/**
 * Returns the spellings by which a number is searched. These are its digits with the country code, without it, with
 * the national prefix, and the last seven. Address books still write a `1` after the `52` of Mexican mobiles.
 */
export function phoneWords(phone: string | null): string[] {
  if (phone === null) return [];
  const parsed = parsePhoneNumberFromString(phone);
  const national = parsed ? [parsed.nationalNumber, digitsOf(parsed.formatNational())] : [];
  const old = parsed?.country === 'MX' ? [`521${parsed.nationalNumber}`] : [];
  return [...new Set([digitsOf(phone), ...national, ...old, digitsOf(phone).slice(-localDigits)])];
}
