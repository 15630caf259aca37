import { couldBePhone, toE164 } from '@pas/shared/contacts/phone';
import type { Fault } from '@pas/platform/errors/fault';
import { refusePremium } from '@pas/shared/contacts/refuse-premium';
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
  throw invalidPhone(path);
}

/**
 * Reads the phone number of somebody who may get texts there; as `readPhone`.
 *
 * @throws invalid (`invalid_phone`, `premium_number`)
 */
export function readTextPhone(path: string, phone: string, country: string | null): string {
  const number = readPhone(path, phone, country);
  refusePremium(path, number);
  return number;
}

function invalidPhone(path: string): Fault {
  const message = `${path}: Write the phone number with its country code, such as +12025550123.`;
  return invalidField(path, 'invalid_phone', message);
}

/**
 * Judges a phone number while the country by whose rules it would be read is not known, because its property isn't.
 *
 * @throws invalid (`invalid_phone`) when it is a number of no country
 */
export function requirePhoneAnywhere(path: string, phone: string): void {
  if (!couldBePhone(phone)) throw invalidPhone(path);
}

/**
 * Judges the phone number of somebody who may get texts there; as `requirePhoneAnywhere`.
 *
 * @throws invalid (`invalid_phone`, `premium_number`)
 */
export function requireTextPhoneAnywhere(path: string, phone: string): void {
  requirePhoneAnywhere(path, phone);
  refusePremium(path, phone);
}
