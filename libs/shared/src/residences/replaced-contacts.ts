import type { TenantMoment } from '../context/tenant-now.ts';
import type { Leaver } from '../invites/end-invites.ts';
import { awaitsSignUp, type UserRow } from '../models/user.ts';
import { isHeld } from './held-residence.ts';

/**
 * Returns the replaced contacts of a person who has never signed up, as a leaver of each home. So nobody at a replaced
 * address can move in by an invite to it.
 */
export function replacedContacts(
  before: UserRow,
  after: Pick<UserRow, 'emailKey' | 'phone'>,
  at: TenantMoment,
): Leaver[] {
  const replaced = (name: 'emailKey' | 'phone') => (before[name] === after[name] ? null : before[name]);
  const user = { ...before, emailKey: replaced('emailKey'), phone: replaced('phone') };
  if (!awaitsSignUp(before) || (user.emailKey === null && user.phone === null)) return [];
  const homes = before.residences.filter((residence) => isHeld(residence, at));
  return homes.map(({ unitId }) => ({ user, unitId }));
}
