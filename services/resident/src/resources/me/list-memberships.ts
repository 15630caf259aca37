import { UserModel, type UserRow } from '@pas/shared/models/user';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import { Fault } from '@pas/shared/errors/fault';
import type { z } from 'zod';
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

/** Lists all residents that a person is, over all tenants, the one in use first. */
export async function listMemberships(user: UserRow): Promise<MembershipView[]> {
  const users =
    user.accountId === null
      ? [user]
      : await UserModel.find({ accountId: user.accountId, kind: 'RESIDENT', isLive: true })
          .setOptions({ crossTenant: 'users-of-account' })
          .sort({ _id: 1 })
          .lean<UserRow[]>();
  const memberships = await Promise.all(
    users.map(async ({ _id: userId, tenantId, status }) => {
      const tenantName = await tenantNameOf(tenantId);
      return tenantName === null
        ? []
        : [{ userId, tenantId, tenantName, status, current: userId === user._id }];
    }),
  );
  return memberships.flat().toSorted((a, b) => Number(b.current) - Number(a.current));
}
