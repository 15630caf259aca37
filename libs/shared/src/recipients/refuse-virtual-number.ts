import type { ClientSession } from 'mongoose';
import { invalidAs } from '../errors/raise.ts';
import { findVirtualNumbers } from '../models/find-virtual-numbers.ts';

/** Code of a person's phone that is a number of the environment. Calls to the person would ring the door phone. */
const code = 'phone_is_virtual_number';

/** The problem and the next step. */
export const virtualNumberWords =
  'The number is a virtual number of a building. Enter the phone of the person.';

/**
 * Refuses virtual numbers of the environment as the phones of people.
 *
 * @param phones each with the field of the request; E.164, or null for a person without a phone
 * @throws invalid (`phone_is_virtual_number`) for the first one
 */
export async function refuseVirtualNumbers(
  phones: readonly (readonly [path: string, phone: string | null])[],
  session: ClientSession | null = null,
): Promise<void> {
  const virtual = await findVirtualNumbers(
    phones.map(([, phone]) => phone),
    session,
  );
  const [path] = phones.find(([, phone]) => phone !== null && virtual.has(phone)) ?? [];
  if (path !== undefined) throw invalidAs(code, path, `${path}: ${virtualNumberWords}`);
}

/**
 * Refuses a virtual number of the environment as the phone of a person.
 *
 * @param path the field of the request with the phone
 * @param phone E.164
 * @throws invalid (`phone_is_virtual_number`)
 */
export const refuseVirtualNumber = (path: string, phone: string, session: ClientSession | null = null) =>
  refuseVirtualNumbers([[path, phone]], session);
