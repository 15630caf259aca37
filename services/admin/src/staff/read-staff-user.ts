import { withoutDeadline } from '@pas/platform/deadline/deadline';
import { emailKey } from '@pas/shared/contacts/email';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { LRUCache } from 'lru-cache';

/** Cache time of a STAFF user, in milliseconds. A change takes effect within this time. */
const maxAgeMs = 1000;

/** The fields of a STAFF user that decide a staff member's reach. */
export type StaffUser = Pick<UserRow, 'isLive' | 'status' | 'propertyIds' | 'firstName' | 'lastName'>;

interface StaffLookup {
  tenantId: string;
  emailKey: string;
}

async function readNewest({ tenantId, emailKey: key }: StaffLookup): Promise<StaffUser | null> {
  return UserModel.findOne(
    { tenantId, kind: 'STAFF', emailKey: key },
    { isLive: 1, status: 1, propertyIds: 1, firstName: 1, lastName: 1 },
  )
    .sort({ createdAt: -1, _id: -1 })
    .lean<StaffUser>();
}

const users = new LRUCache<string, { user: StaffUser | null }, StaffLookup>({
  max: 10_000,
  ttl: maxAgeMs,
  fetchMethod: async (_key, _stale, { context }) => ({
    user: await withoutDeadline(async () => readNewest(context)),
  }),
});

/**
 * Reads the newest STAFF user with an e-mail, deleted or not, at most a second old. Concurrent requests for
 * one user share one read.
 */
export async function readStaffUser(tenantId: string, email: string): Promise<StaffUser | null> {
  const wanted = { tenantId, emailKey: emailKey(email) };
  const found = await users.fetch(`${tenantId} ${wanted.emailKey}`, { context: wanted });
  return found?.user ?? null;
}
