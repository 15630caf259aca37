import { toE164 } from '@pas/shared/contacts/phone';
import { invalidField } from '@pas/shared/errors/raise';

/**
 * Reads a phone number that a client has sent.
 *
 * @param country the one by whose rules a national number is read; null where only an international one can be
 * @throws invalid (`invalid_phone`) when it can't be one; `path` names the field
 */
export function readPhone(path: string, phone: string, country: string | null): string {
  const number = toE164(phone, country);
  if (number !== null) return number;
  const message = 'Write the phone number with its country code, such as +12025550123.';
  throw invalidField(path, 'invalid_phone', message);
}
