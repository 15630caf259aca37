/** A read across tenants: which collection, by which of its indexes. */
export interface CrossTenantRead {
  collection: string;
  index: string;
}

/**
 * Every read that may touch a tenant's collection without naming the tenant: look-ups by a unique key that find the
 * tenant in the first place, and workers' scans. Each stands on an index, so that it reads what it is after and no more.
 * A query says which one it is by the option `crossTenant`; no write can.
 */
export const crossTenant = {
  'invite-by-token': { collection: 'invites', index: 'tokenHash_1' },
  'invite-by-past-token': { collection: 'invites', index: 'pastTokenHashes_1' },
  'expired-invites': { collection: 'invites', index: 'expiresAt_1' },
  'due-residences': { collection: 'users', index: 'residences.dueAt_1' },
  'users-of-account': { collection: 'users', index: 'accountId_1_tenantId_1' },
  'users-by-email': { collection: 'users', index: 'emailKey_1_tenantId_1' },
} as const satisfies Record<string, CrossTenantRead>;

/** The first field of an index, by the name that MongoDB gives it. */
const leadingField = (index: string): string => index.replace(/_-?1(?:_.*)?$/, '');

/** Whether a filter reads a collection by the index of a listed look-up. */
export function standsOn(listed: CrossTenantRead, collection: string, filter: object): boolean {
  return listed.collection === collection && Object.hasOwn(filter, leadingField(listed.index));
}
