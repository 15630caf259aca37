import { randomUUID } from 'node:crypto';
import { newId } from '@pas/shared/ids/id';
import { AccountModel, nothingKnown, type AccountRow } from '@pas/shared/models/account';
import { SessionModel } from '@pas/shared/models/session';
import { TenantModel } from '@pas/shared/models/tenant';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { tenantRow, userRow } from '@pas/testing/rows';

function accountRow(subject: string): AccountRow {
  const now = new Date();
  const email = `${subject}@example.test`;
  return {
    _id: newId('account'),
    email,
    emailKey: email,
    emailVerifiedAt: now,
    emailVerifiedForTenants: [],
    passwordHash: null,
    passwordVersion: null,
    identity: { issuer: 'https://id.test', subject },
    identityEmailKey: null,
    identitySyncedAt: null,
    ...nothingKnown,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Adds an open session of a user.
 *
 * @param createdAt later than the log-in if the user has switched to another membership
 * @returns its id
 */
export async function addSession(
  accountId: string,
  { _id: userId, tenantId }: UserRow,
  { loggedInAt, createdAt = loggedInAt }: { loggedInAt: Date; createdAt?: Date },
) {
  const absoluteExpiresAt = new Date(loggedInAt.getTime() + 90 * 24 * 3_600_000);
  const _id = newId('session');
  const tokens = { refreshTokenHash: randomUUID(), familyHash: randomUUID(), replaced: null };
  const times = {
    createdAt,
    lastUsedAt: createdAt,
    idleExpiresAt: absoluteExpiresAt,
    absoluteExpiresAt,
    revokedAt: null,
  };
  await SessionModel.insertMany([
    { _id, accountId, userId, tenantId, ...tokens, userAgent: null, ip: null, ...times },
  ]);
  return _id;
}

/** Adds a person with a user at each of two tenants, and a session at each. */
export async function addPerson() {
  const subject = `user_${randomUUID()}`;
  const account = accountRow(subject);
  await AccountModel.insertMany([account]);
  const tenants = [tenantRow(), tenantRow()];
  await TenantModel.insertMany(tenants);
  const users = tenants.map(({ _id }) =>
    userRow(_id, { accountId: account._id, status: 'ACTIVE', firstName: 'Jo', lastName: 'Old' }),
  );
  await UserModel.insertMany(users);
  const loggedInAt = new Date(Date.now() - 60_000);
  const sessions = await Promise.all(users.map((user) => addSession(account._id, user, { loggedInAt })));
  return { subject, account, users, sessions };
}
