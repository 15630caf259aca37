import { AccountModel, type AccountRow } from '../models/account.ts';
import { userStatusAt } from '../models/former.ts';
import type { UserRow } from '../models/user.ts';
import type { z } from 'zod';
import { residentsOfAccount, residentsOfNewAccount } from './residents-of-account.ts';
import type { SavedAccount } from './open-by-password.ts';
import { brandOf } from '../tenants/brand-of.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import type { Membership } from './resident.schema.ts';

type MembershipView = z.input<typeof Membership>;

async function residentsOf(user: UserRow, saved: SavedAccount | null): Promise<UserRow[]> {
  if (saved?.isNew) return residentsOfNewAccount(saved.account, user);
  if (saved) return residentsOfAccount(saved.account);
  const account = user.accountId && (await AccountModel.findById(user.accountId).lean<AccountRow>());
  return account ? residentsOfAccount(account) : [user];
}

/**
 * Lists all residents that a person is or may become, in all tenants, the current one first. The list excludes
 * residents who have moved out.
 *
 * @param saved the user's account, if the caller has read or made it
 */
export async function listMemberships(
  user: UserRow,
  saved: SavedAccount | null,
  now: Date,
): Promise<MembershipView[]> {
  const residents = await residentsOf(user, saved);
  const memberships = await Promise.all(
    residents.map(async (resident) => {
      const { _id: userId, tenantId } = resident;
      const status = userStatusAt(resident, now);
      const tenant = status === 'FORMER' ? null : await findTenant(tenantId);
      return tenant && status !== 'FORMER'
        ? [{ userId, tenantId, tenantName: brandOf(tenant).name, status, current: userId === user._id }]
        : [];
    }),
  );
  const rank = ({ current, userId }: MembershipView): string => `${current ? 0 : 1} ${userId}`;
  return memberships.flat().toSorted((a, b) => rank(a).localeCompare(rank(b)));
}
