import { OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { AccountModel, nothingKnown, type AccountRow } from '@pas/shared/models/account';
import { SessionModel } from '@pas/shared/models/session';
import { UserModel } from '@pas/shared/models/user';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addHome, addSession, addUser, isOpen, recordsOf, type UserAnswer } from './user-support.ts';

let user: UserAnswer['user'];
let account: AccountRow;

const admin = await startAdmin();
const caller = await newTenantCaller();

/** A resident whose account has a pinned identity. */
beforeEach(async () => {
  user = await addUser(admin, caller, { status: 'ACTIVE' });
  const now = new Date();
  account = {
    _id: newId('account'),
    email: user.email ?? '',
    emailKey: user.email ?? '',
    emailVerifiedAt: now,
    emailVerifiedForTenants: [],
    passwordHash: null,
    passwordVersion: null,
    identity: { issuer: 'https://identity.test', subject: newId('user') },
    identityEmailKey: null,
    identitySyncedAt: null,
    ...nothingKnown,
    createdAt: now,
    updatedAt: now,
  };
  await AccountModel.insertMany([account]);
  await UserModel.updateOne({ _id: user.id, tenantId: user.tenantId }, { $set: { accountId: account._id } });
});

const unlink = (as = caller) =>
  admin.call<UserAnswer>('POST', `/api/admin/users/${user.id}/unlink-identity`, { as });

/** Opens a session of the account, for any user of it. */
async function openSession(of = user): Promise<string> {
  const id = await addSession(of);
  await SessionModel.updateOne({ _id: id }, { $set: { accountId: account._id } });
  return id;
}

/** Returns the events about the user's identity. */
async function eventsOf({ id, tenantId }: typeof user): Promise<unknown[]> {
  const filter = { tenantId, subject: 'pas.v1.identity.user.updated' };
  const rows = await OutboxModel.find(filter).lean<Pick<OutboxRow, 'envelope'>[]>();
  return rows.map(({ envelope }) => envelope).flatMap(({ subject, data }) => (subject === id ? [data] : []));
}

describe('POST /api/admin/users/{id}/unlink-identity', () => {
  test('200 removes the identity and ends only this company’s sessions, with one event', async () => {
    const other = await newTenantCaller();
    const [here, there] = [await openSession(), await openSession(await addUser(admin, other))];
    const answer = await unlink();
    expect(answer).toMatchObject({ status: 200, body: { user: { id: user.id, version: 1 } } });
    expect(await AccountModel.findOne({ _id: account._id }).lean()).toMatchObject({
      identity: null,
      email: account.email,
    });
    expect([await isOpen(here), await isOpen(there)]).toEqual([false, true]);
    expect(await eventsOf(user)).toEqual([{ aggregateVersion: 1, userId: user.id }]);
    const [, record] = await recordsOf(user.id);
    expect(record).toMatchObject({
      action: 'user.identity_unlinked',
      targets: [
        { type: 'user', id: user.id },
        { type: 'session', id: here },
      ],
    });
  });

  test('200 without a pinned identity, and records nothing', async () => {
    await unlink();
    const session = await openSession();
    expect((await unlink()).status).toBe(200);
    expect(await isOpen(session)).toBe(true);
    expect(await recordsOf(user.id)).toHaveLength(2);
    expect(await eventsOf(user)).toHaveLength(1);
  });

  test('403 without users:write, and for a restricted key if the person also lives elsewhere; the identity stays', async () => {
    const [here, there] = [await addProperty(admin, caller), await addProperty(admin, caller)];
    for (const { id } of [here, there])
      await addHome(admin, caller, { userId: user.id, unitId: (await addUnit(admin, caller, id)).id });
    const refused = [
      await unlink({ ...caller, scopes: ['users:read'] }),
      await unlink({ ...caller, propertyIds: [here.id] }),
    ];
    expect(refused.map(({ status, body }) => [status, (body as { code?: string }).code])).toEqual([
      [403, 'insufficient_scope'],
      [403, 'property_not_allowed'],
    ]);
    expect(await AccountModel.findOne({ _id: account._id }).lean()).toMatchObject({
      identity: account.identity,
    });
  });

  test('404 for another tenant’s user, whose identity stays', async () => {
    expect((await unlink(await newTenantCaller())).status).toBe(404);
    expect(await AccountModel.findOne({ _id: account._id }).lean()).toMatchObject({
      identity: account.identity,
    });
  });
});
