import { searchFilter } from '@pas/platform/lists/search-words';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Returns the search words of a number: with the country code, without it, and with the national prefix. */
export function phoneWords(phone: string | null): string[] {
  if (phone === null) return [];
  const parsed = parsePhoneNumberFromString(phone);
  const national = parsed ? [parsed.nationalNumber, digitsOf(parsed.formatNational())] : [];
  return [...new Set([digitsOf(phone), ...national])];
}

/** Digits as people group them: `(212) 555`, `+1 212-555`. */
const groupedDigits = /^\+?[\d\s().\u002f-]+$/u;

/** Fewer digits than this are not searched as a phone number. */
const minDigits = 3;

/**
 * Returns the filter of `q` for rows with phone numbers. Grouped digits also match by the digits alone. A filter with
 * its own `$and` conditions appends these.
 */
export function searchWithPhones(
  q: string | undefined,
): ReturnType<typeof searchFilter> & { $and?: object[] } {
  const asTyped = searchFilter(q);
  const typed = q?.normalize('NFKC') ?? '';
  const digits = digitsOf(typed);
  if (!groupedDigits.test(typed) || digits === typed || digits.length < minDigits) return asTyped;
  return { $and: [{ $or: [asTyped, searchFilter(digits)] }] };
}
