import { invalidField } from '@pas/platform/errors/raise';
import { couldBePhone, toE164 } from '@pas/shared/contacts/phone';
import { refusePremium } from '@pas/shared/contacts/refuse-premium';
import { refuseVirtualNumber } from '@pas/shared/recipients/refuse-virtual-number';

const invalidPhone = () =>
  invalidField(
    'phone',
    'invalid_phone',
    'phone: Write the phone number with its country code, such as +12025550123.',
  );

/**
 * Parses the phone number of an invited person.
 *
 * @param country for national numbers
 * @returns E.164
 * @throws invalid (`invalid_phone`, `phone_is_virtual_number`, `premium_number`)
 */
export async function readPhone(phone: string, country: string | null): Promise<string> {
  const number = toE164(phone, country);
  if (number === null) throw invalidPhone();
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
  if (!couldBePhone(phone)) throw invalidPhone();
  refusePremium('phone', phone);
}
