import { loadResident } from '@pas/shared/accounts/load-resident';
import { invalidPhone } from '@pas/shared/contacts/invalid-phone';
import type { RequestLimits } from '@pas/shared/accounts/request-limits';
import { toE164 } from '@pas/shared/contacts/phone';
import { refusePremium } from '@pas/shared/contacts/refuse-premium';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { hasRingingPhone } from '@pas/shared/models/ringing-phone';
import type { ContactCodeRow } from '@pas/shared/models/contact-code';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { isCurrent, type UserRow } from '@pas/shared/models/user';
import type { ChangePhone } from './phone.schema.ts';
import { queueCode } from './queue-code.ts';
import { refuseVirtualNumber } from '@pas/shared/recipients/refuse-virtual-number';

/** Loads the property of the resident's first current home. */
async function loadHome(ctx: OperationContext, user: UserRow): Promise<PropertyRow | null> {
  const home = user.residences.find((residence) => isCurrent(residence, ctx));
  return home
    ? PropertyModel.findOne({ _id: home.propertyId, tenantId: ctx.tenantId }).lean<PropertyRow>()
    : null;
}

/** @throws invalid for an impossible, virtual or premium number */
async function readPhone({ phone }: ChangePhone, home: PropertyRow | null): Promise<string> {
  const number = toE164(phone, home?.address.country ?? null);
  if (number === null) throw invalidPhone('phone', phone);
  await refuseVirtualNumber('phone', number);
  refusePremium('phone', number);
  return number;
}

/**
 * Returns the subjects of the hourly limit: the person and the phone. A phone set by staff or already verified counts
 * only for its person. Requests by others then cannot block the verification.
 */
const targetsOf = (user: UserRow, phone: string): string[] =>
  user.phone === phone && hasRingingPhone(user) ? [user._id] : [user._id, phone];

/**
 * Queues a code to the new phone of the signed-in resident. `verifyPhone` changes the phone.
 *
 * @throws invalid for an impossible or premium number; rate_limited after too many codes or messages
 */
export async function requestPhoneCode(
  ctx: OperationContext,
  limits: RequestLimits,
  input: ChangePhone,
): Promise<ContactCodeRow> {
  const user = await loadResident(ctx);
  const home = await loadHome(ctx, user);
  const phone = await readPhone(input, home);
  await limits.countAddress(ctx.client.ip);
  for (const target of targetsOf(user, phone)) await limits.countTarget(target);
  return queueCode(ctx, { userId: user._id, propertyId: home?._id ?? null, channel: 'SMS', to: phone });
}
