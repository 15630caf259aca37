import { toE164 } from '@pas/shared/contacts/phone';

/** A number with its country code, in other spellings: without a plus, with `00`, `tel:` or spaces around it. */
const international = /^(?:(?:tel|sms):)?[\s+]*(?:00)?(?<digits>\d[\d\s().-]*)$/i;

/**
 * Reads a number as a provider sends it into E.164, with the spellings that carriers pass on.
 *
 * @returns null for a withheld number, a name or a short code
 */
export function readProviderNumber(text: string): string | null {
  const number = toE164(text, null);
  if (number !== null) return number;
  const digits = international.exec(text.trim())?.groups?.['digits']?.replaceAll(/\D/g, '');
  return digits === undefined ? null : toE164(`+${digits}`, null);
}
