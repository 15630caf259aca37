import { isSupportedCountry as isKnown } from 'libphonenumber-js';

/** Whether a text is the code of a country whose phone numbers can be read (ISO 3166-1 alpha-2). */
export function isSupportedCountry(code: string): boolean {
  return isKnown(code);
}
