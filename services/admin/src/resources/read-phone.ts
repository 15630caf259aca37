import { toE164 } from '@pas/shared/contacts/phone';
import type { FieldProblem } from '@pas/platform/errors/fault';
import { invalidField } from '@pas/shared/errors/raise';

/** What a client is told whose phone number can't be one; `path` names the field. */
export function unreadablePhone(path: string): FieldProblem & { code: 'invalid_phone' } {
  const message = 'Write the phone number with its country code, such as +12025550123.';
  return { path, code: 'invalid_phone', message };
}

/**
 * Reads a phone number that a client has sent.
 *
 * @param country the one by whose rules a national number is read; null where only an international one can be
 * @throws invalid (`invalid_phone`) when it can't be one; `path` names the field
 */
export function readPhone(path: string, phone: string, country: string | null): string {
  const number = toE164(phone, country);
  if (number !== null) return number;
  const { code, message } = unreadablePhone(path);
  throw invalidField(path, code, message);
}
