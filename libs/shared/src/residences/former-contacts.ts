import type { TenantMoment } from '../context/tenant-now.ts';
import type { Leaver } from '../invites/end-invites.ts';
import { awaitsSignUp, type UserRow } from '../models/user.ts';
import { isHeld } from './held-residence.ts';

/**
 * Returns the former contacts of a person who has never signed up, in each home, as people who leave. Nobody at
 * a former address may move in by an invite to it.
 */
export function formerContacts(
  before: UserRow,
  after: Pick<UserRow, 'emailKey' | 'phone'>,
  at: TenantMoment,
): Leaver[] {
  const former = (name: 'emailKey' | 'phone') => (before[name] === after[name] ? null : before[name]);
  const user = { ...before, emailKey: former('emailKey'), phone: former('phone') };
  if (!awaitsSignUp(before) || (user.emailKey === null && user.phone === null)) return [];
  const homes = before.residences.filter((residence) => isHeld(residence, at));
  return homes.map(({ unitId }) => ({ user, unitId }));
}
