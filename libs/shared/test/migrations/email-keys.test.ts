import { createLogger } from '@pas/platform/log/logger';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { readFindings } from '@pas/platform/migrations/migration-finding';
import { MigrationModel } from '@pas/platform/migrations/migration-row';
import { runMigrations } from '@pas/platform/migrations/run-migrations';
import { newId } from '@pas/shared/ids/id';
import { allMigrations } from '@pas/shared/migrations/all-migrations';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { AccountModel, type AccountRow, nothingKnown } from '@pas/shared/models/account';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { accessPassRow, inviteRow, userRow } from '@pas/testing/rows';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { beforeEach, describe, expect, test } from 'vitest';

const id = '0003-email-keys';
const databases = await useDatabases(openOwnDatabases);
const tenantId = newId('tenant');
const log = createLogger({ service: 'cli', environment: 'TEST', level: 'silent' });
const worker = { service: 'cli', name: 'Tests', environment: 'TEST', events: leaveToSweeper, log };
const migrations = allMigrations(worker).filter((migration) => migration.id === id);

/** Returns the key of an e-mail in the earlier release. */
const oldKey = (email: string): string => email.normalize('NFKC').toLowerCase();

const unicode = 'Jo@Bücher.test';
const ascii = 'jo@xn--bcher-kva.test';

/** Makes a user as the earlier release wrote it. `age` is a number of days. */
const oldUser = (email: string, age: number, fields: Partial<UserRow> = {}): UserRow =>
  userRow(tenantId, {
    email,
    emailKey: oldKey(email),
    createdAt: new Date(Date.UTC(2026, 5, 20 - age)),
    ...fields,
  });

const oldAccount = (email: string, age: number): AccountRow => ({
  _id: newId('account'),
  email,
  emailKey: oldKey(email),
  emailVerifiedAt: null,
  emailVerifiedForTenants: [],
  passwordHash: null,
  passwordVersion: null,
  identity: null,
  identityEmailKey: null,
  identitySyncedAt: null,
  ...nothingKnown,
  createdAt: new Date(Date.UTC(2026, 5, 20 - age)),
  updatedAt: new Date(),
});

const unit = { _id: newId('unit'), tenantId, propertyId: newId('property') };

const oldInvite = (email: string, age: number, fields: Partial<InviteRow> = {}): InviteRow =>
  inviteRow(unit, {
    inviteeEmail: email,
    contactKey: oldKey(email),
    pendingKey: `${unit._id}|${oldKey(email)}`,
    createdAt: new Date(Date.UTC(2026, 5, 20 - age)),
    ...fields,
  });

const userKey = async ({ _id }: UserRow) =>
  (await UserModel.findOne({ _id, tenantId, isLive: { $in: [true, false] } }).lean<UserRow>())?.emailKey;
const accountKey = async ({ _id }: AccountRow) =>
  (await AccountModel.findById(_id).lean<AccountRow>())?.emailKey;
const readInvite = ({ _id }: InviteRow) => InviteModel.findOne({ _id, tenantId }).lean<InviteRow>();

beforeEach(async () => {
  await databases.clear();
  await MigrationModel.deleteMany({});
});

describe('rows of the earlier release', () => {
  test('get the keys of this release without a new version', async () => {
    const [user, plain, deleted] = [
      oldUser(unicode, 1),
      oldUser('Kim@Example.test', 1),
      oldUser(unicode, 1, { isLive: false }),
    ];
    const [account, invite] = [oldAccount(unicode, 1), oldInvite(unicode, 1)];
    await UserModel.insertMany([user, plain, deleted]);
    await AccountModel.insertMany([account]);
    await InviteModel.insertMany([invite]);
    await runMigrations(migrations);
    expect(await UserModel.findOne({ _id: user._id, tenantId }).lean()).toMatchObject({
      email: unicode,
      emailKey: ascii,
      version: 1,
      updatedAt: user.updatedAt,
    });
    expect([await userKey(plain), await userKey(deleted)]).toEqual(['kim@example.test', ascii]);
    expect(await accountKey(account)).toBe(ascii);
    expect(await readInvite(invite)).toMatchObject({
      contactKey: ascii,
      pendingKey: `${unit._id}|${ascii}`,
      version: 1,
    });
    expect(await readFindings(id)).toEqual([]);
  });

  test('the holder of a pass gets a key in addition to the address', async () => {
    const pass = accessPassRow({ tenantId, propertyId: unit.propertyId }, [newId('accessPoint')], {
      holderEmail: 'kim@bücher.test',
      holderEmailKey: null,
    });
    await AccessPassModel.insertMany([pass]);
    await runMigrations(migrations);
    const stored = await AccessPassModel.findOne({ _id: pass._id, tenantId }).lean<AccessPassRow>();
    expect(stored).toMatchObject({
      holderEmail: 'kim@bücher.test',
      holderEmailKey: 'kim@xn--bcher-kva.test',
    });
  });
});

describe('rows whose keys have become equal', () => {
  test.each([
    ['the Unicode one is older', 3, 1, [ascii, `${ascii}~2`]],
    ['the ASCII one is older', 1, 3, [`${ascii}~2`, ascii]],
  ])('the older user keeps the key, and the younger is reported: %s', async (_name, first, second, keys) => {
    const [a, b] = [oldUser(unicode, first), oldUser(ascii, second)];
    await UserModel.insertMany([a, b]);
    await runMigrations(migrations);
    expect([await userKey(a), await userKey(b)]).toEqual(keys);
    const younger = first > second ? b : a;
    expect(await readFindings(id)).toMatchObject([{ tenantId, rowId: younger._id }]);
    expect(JSON.stringify(await readFindings(id))).not.toContain('cher');
  });

  test('three of them get the numbers 2 and 3', async () => {
    const spellings = [unicode, ascii, 'jo@bücher\u3002test'];
    const users = spellings.map((email, at) => oldUser(email, 10 - at, { emailKey: oldKey(email) }));
    await UserModel.insertMany(users);
    await runMigrations(migrations);
    expect(await Promise.all(users.map(userKey))).toEqual([ascii, `${ascii}~2`, `${ascii}~3`]);
  });

  test('a resident and a member of staff keep theirs', async () => {
    const users = [oldUser(unicode, 2), oldUser(ascii, 1, { kind: 'STAFF' })];
    await UserModel.insertMany(users);
    await runMigrations(migrations);
    expect(await Promise.all(users.map(userKey))).toEqual([ascii, ascii]);
  });

  test('the older account and the older pending invite keep the key', async () => {
    const accounts = [oldAccount(unicode, 3), oldAccount(ascii, 1)];
    const invites = [oldInvite(unicode, 1), oldInvite(ascii, 3)];
    await AccountModel.insertMany(accounts);
    await InviteModel.insertMany(invites);
    await runMigrations(migrations);
    expect(await Promise.all(accounts.map(accountKey))).toEqual([ascii, `${ascii}~2`]);
    const keys = await Promise.all(invites.map(async (invite) => (await readInvite(invite))?.pendingKey));
    expect(keys).toEqual([`${unit._id}|${ascii}~2`, `${unit._id}|${ascii}`]);
    expect(await readFindings(id)).toHaveLength(2);
  });

  test('a second run changes nothing', async () => {
    await UserModel.insertMany([oldUser(unicode, 3), oldUser(ascii, 1)]);
    await runMigrations(migrations);
    const first = await UserModel.find({ tenantId }).sort({ _id: 1 }).lean();
    await MigrationModel.deleteMany({});
    await runMigrations(migrations);
    expect(await UserModel.find({ tenantId }).sort({ _id: 1 }).lean()).toEqual(first);
    expect(await MigrationModel.findOne({ _id: id }).lean()).toMatchObject({ changed: 0 });
  });
});
