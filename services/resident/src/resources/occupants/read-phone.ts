import { invalidPhone } from '@pas/shared/contacts/invalid-phone';
import { couldBePhone, toE164 } from '@pas/shared/contacts/phone';
import { refusePremium } from '@pas/shared/contacts/refuse-premium';
import { refuseVirtualNumber } from '@pas/shared/recipients/refuse-virtual-number';

/**
 * Parses the phone number of an invited person.
 *
 * @param country for national numbers
 * @returns E.164
 * @throws invalid (`invalid_phone`, `phone_is_virtual_number`, `premium_number`)
 */
export async function readPhone(phone: string, country: string | null): Promise<string> {
  const number = toE164(phone, country);
  if (number === null) throw invalidPhone('phone', phone);
  await refuseVirtualNumber('phone', number);
  refusePremium('phone', number);
  return number;
}

/**
 * Checks a phone number of an otherwise invalid input: it must be a number of some country.
 *
 * @throws invalid (`invalid_phone`, `premium_number`)
 */
export function checkPhone(phone: string | null | undefined): void {
  if (phone === null || phone === undefined) return;
  if (!couldBePhone(phone)) throw invalidPhone('phone', phone);
  refusePremium('phone', phone);
}
