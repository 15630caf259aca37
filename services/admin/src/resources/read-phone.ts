import { couldBePhone, toE164 } from '@pas/shared/contacts/phone';
import { invalidPhone } from '@pas/shared/contacts/invalid-phone';
import { refusePremium } from '@pas/shared/contacts/refuse-premium';
import { refuseVirtualNumber } from '@pas/shared/recipients/refuse-virtual-number';

/**
 * Reads a phone number that a client has sent.
 *
 * @param country determines how a national number is read; null accepts international numbers only
 * @throws invalid (`invalid_phone`) for an invalid number; `path` names the field
 */
export function readPhone(path: string, phone: string, country: string | null): string {
  const number = toE164(phone, country);
  if (number !== null) return number;
  throw invalidPhone(path, phone);
}

/**
 * Reads the phone number of a recipient of texts, like `readPhone`.
 *
 * @throws invalid (`invalid_phone`, `phone_is_virtual_number`, `premium_number`)
 */
export async function readTextPhone(path: string, phone: string, country: string | null): Promise<string> {
  const number = readPhone(path, phone, country);
  await refuseVirtualNumber(path, number);
  refusePremium(path, number);
  return number;
}

/**
 * Checks a phone number whose property, and so country, is unknown.
 *
 * @throws invalid (`invalid_phone`) when it is invalid in every country
 */
export function requirePhoneAnywhere(path: string, phone: string): void {
  if (!couldBePhone(phone)) throw invalidPhone(path, phone);
}

/**
 * Checks the phone number of a recipient of texts, like `requirePhoneAnywhere`.
 *
 * @throws invalid (`invalid_phone`, `premium_number`)
 */
export function requireTextPhoneAnywhere(path: string, phone: string): void {
  requirePhoneAnywhere(path, phone);
  refusePremium(path, phone);
}
