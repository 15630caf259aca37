import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import type { UserRow } from '@pas/shared/models/user';
import type { z } from 'zod';
import { residentsOfAccount } from '../auth/residents-of-account.ts';
import { findTenant } from '../find-tenant.ts';
import type { Membership } from './resident.schema.ts';

type MembershipView = z.input<typeof Membership>;

async function residentsOf(user: UserRow): Promise<UserRow[]> {
  const account = user.accountId && (await AccountModel.findById(user.accountId).lean<AccountRow>());
  return account ? residentsOfAccount(account) : [user];
}

/** Lists all residents that a person is or may become, over all tenants, the one in use first. */
export async function listMemberships(user: UserRow): Promise<MembershipView[]> {
  const residents = await residentsOf(user);
  const memberships = await Promise.all(
    residents.map(async ({ _id: userId, tenantId, status }) => {
      const tenant = await findTenant(tenantId);
      return tenant
        ? [{ userId, tenantId, tenantName: tenant.name, status, current: userId === user._id }]
        : [];
    }),
  );
  const rank = ({ current, userId }: MembershipView): string => `${current ? 0 : 1} ${userId}`;
  return memberships.flat().toSorted((a, b) => rank(a).localeCompare(rank(b)));
}
