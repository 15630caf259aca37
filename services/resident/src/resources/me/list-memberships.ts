import { Fault } from '@pas/shared/errors/fault';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import type { UserRow } from '@pas/shared/models/user';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import type { z } from 'zod';
import { residentsOfAccount } from '../auth/residents-of-account.ts';
import type { Membership } from './resident.schema.ts';

type MembershipView = z.input<typeof Membership>;

/** The name of a tenant, or null for one that is deleted. */
async function tenantNameOf(tenantId: string): Promise<string | null> {
  try {
    return (await readTenant(tenantId)).name;
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

async function residentsOf(user: UserRow): Promise<UserRow[]> {
  const account = user.accountId && (await AccountModel.findById(user.accountId).lean<AccountRow>());
  return account ? residentsOfAccount(account) : [user];
}

/** Lists all residents that a person is or may become, over all tenants, the one in use first. */
export async function listMemberships(user: UserRow): Promise<MembershipView[]> {
  const residents = await residentsOf(user);
  const memberships = await Promise.all(
    residents.map(async ({ _id: userId, tenantId, status }) => {
      const tenantName = await tenantNameOf(tenantId);
      return tenantName === null
        ? []
        : [{ userId, tenantId, tenantName, status, current: userId === user._id }];
    }),
  );
  const rank = ({ current, userId }: MembershipView): string => `${current ? 0 : 1} ${userId}`;
  return memberships.flat().toSorted((a, b) => rank(a).localeCompare(rank(b)));
}
