import {
  getCountries,
  parsePhoneNumberFromString,
  type CountryCode,
  type NumberType,
} from 'libphonenumber-js/max';
import { z } from 'zod';
import { withoutUnseenMarks } from '../texts/visible-text.ts';

/** Whether numbers can be read by the rules of a country (ISO 3166-1 alpha-2). */
export { isSupportedCountry } from 'libphonenumber-js/max';

/** Maximum number of characters of a phone number, however it is written. */
const maxLength = 40;

/** A phone number as received. The operation that knows the property's country parses it with `toE164`. */
export const Phone = z
  .string()
  .overwrite(withoutUnseenMarks)
  .trim()
  .min(3)
  .max(maxLength)
  .meta({ description: 'E.164, or national by the property’s country.', example: '+12025550123' });

/** A phone number that was read. */
export interface PhoneNumber {
  e164: string;
  /** Whether it is a premium-rate or shared-cost number, whose owner earns from calls and texts. */
  isPremium: boolean;
}

/** Only the library's full metadata (`libphonenumber-js/max`) has these types for all countries. */
const premiumTypes: readonly NumberType[] = ['PREMIUM_RATE', 'SHARED_COST'];

/** A mobile of Mexico as it was written before August 2019. Carriers and address books still add the `1`. */
const oldMexicanMobile = /^\+521(\d{10})$/;

/** The prefix of international calls in most countries (ITU-T E.164), in place of the `+`. */
const internationalPrefix = /^00[\s./-]*(?=[1-9])/;

/** Reads a whole text as a number. A number inside other text may not be the person's phone. */
function parseText(phone: string, country: string | null) {
  const defaultCountry = (country ?? undefined) as CountryCode | undefined;
  const options = { extract: false, ...(defaultCountry && { defaultCountry }) };
  const parsed = parsePhoneNumberFromString(phone, options);
  const [, national] = oldMexicanMobile.exec(parsed?.number ?? '') ?? [];
  return national === undefined || parsed?.ext !== undefined
    ? parsed
    : parsePhoneNumberFromString(`+52${national}`);
}

/** Reads a text by the rules of the country. If these give no valid number, a leading `00` stands for `+`. */
function parseWhole(phone: string, country: string | null) {
  const parsed = parseText(phone, country);
  if (parsed?.isValid() || !internationalPrefix.test(phone)) return parsed;
  const international = parseText(phone.replace(internationalPrefix, '+'), null);
  return international?.isPossible() ? international : parsed;
}

/**
 * Reads a number, without bidi controls and characters without a width. National forms need a country. `00` replaces
 * `+` in any country. A possible length is sufficient, because number plans change faster than any library. A Mexican
 * mobile loses the `1` after `+52`.
 *
 * @returns null for a text that cannot be a phone number, or has an extension
 */
export function parsePhone(phone: string, country: string | null): PhoneNumber | null {
  if (phone.length > maxLength) return null;
  const parsed = parseWhole(withoutUnseenMarks(phone).normalize('NFKC').trim(), country);
  // E.164 has no place for an extension: the number without it may be a switchboard, not the person.
  if (!parsed?.isPossible() || parsed.ext !== undefined) return null;
  return { e164: parsed.number, isPremium: premiumTypes.includes(parsed.getType()) };
}

/** Reads a number into E.164, as `parsePhone` does. */
export function toE164(phone: string, country: string | null): string | null {
  return parsePhone(phone, country)?.e164 ?? null;
}

/** Whether an international number is charged at a premium or shared rate. */
export function isPremium(phone: string): boolean {
  return parsePhone(phone, null)?.isPremium ?? false;
}

/** Whether a text is a phone number by the rules of any country. */
export function couldBePhone(phone: string): boolean {
  return getCountries().some((country) => toE164(phone, country) !== null);
}

/** Shows the last two digits only: `••• 23`. */
export function maskPhone(phone: string): string {
  return `••• ${phone.slice(-2)}`;
}
