import { OutboxModel } from '@pas/platform/events/outbox';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import { DeviceModel } from '@pas/shared/models/device';
import { PasswordResetModel } from '@pas/shared/models/password-reset';
import { SessionModel } from '@pas/shared/models/session';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { WebhookReceiptModel } from '@pas/shared/models/webhook-receipt';
import { deviceRow, userRow } from '@pas/testing/rows';
import { signIdentity } from '@pas/testing/signed-webhooks/sign-webhook';
import { expect, test } from 'vitest';
import { addPerson, addSession } from './identity-people.ts';
import { permutationsOf } from './permutations-of.ts';
import { processReceipt } from '../src/processing/process-receipt.ts';
import { processAll, processing, progressOf } from './processing-support.ts';
import { useWebhooks } from './webhooks-harness.ts';

const { keys, send } = await useWebhooks();

const tell = async (type: string, data: object) =>
  send(signIdentity(keys.current.identity, JSON.stringify({ type, data })));

const openSessions = (ids: readonly string[]) =>
  SessionModel.countDocuments({ _id: { $in: [...ids] }, revokedAt: null });

const readUsers = async (users: readonly UserRow[]) =>
  Promise.all(users.map(({ _id, tenantId }) => UserModel.findOne({ _id, tenantId }).lean<UserRow>()));

test('user.updated: names follow the provider at every tenant, and older events are dropped', async () => {
  const { subject, users, sessions } = await addPerson();
  await tell('user.updated', { id: subject, first_name: 'Joan', last_name: 'New', updated_at: 2000 });
  await tell('user.updated', { id: subject, first_name: 'Late', last_name: 'Late', updated_at: 1000 });
  await processAll('identity');
  for (const user of await readUsers(users))
    expect(user).toMatchObject({ firstName: 'Joan', lastName: 'New', version: 2, status: 'ACTIVE' });
  expect(await openSessions(sessions)).toBe(2);
  const [first] = users;
  const events = await OutboxModel.find({ tenantId: first?.tenantId ?? '' }).lean();
  expect(events.map(({ subject: type }) => type).toSorted()).toEqual([
    'pas.v1.audit.record.submitted',
    'pas.v1.identity.user.updated',
  ]);
  expect(JSON.stringify(events)).not.toContain('Joan');
});

test('user.updated: names lose bidi controls, and an invisible name is none', async () => {
  const { subject, users } = await addPerson();
  await tell('user.updated', {
    id: subject,
    first_name: '\u202eJoan\u200b',
    last_name: '\u3164',
    updated_at: 2000,
  });
  await processAll('identity');
  for (const user of await readUsers(users))
    expect(user).toMatchObject({ firstName: 'Joan', lastName: null });
});

/** Returns the data of a person at the provider, with a primary address and another one. */
const withEmail = (subject: string, email: string, status: string, at: number) => ({
  id: subject,
  updated_at: at,
  primary_email_address_id: 'idn_2',
  email_addresses: [
    { id: 'idn_1', email_address: 'other@example.test', verification: { status: 'verified' } },
    { id: 'idn_2', email_address: email, verification: { status } },
  ],
});

/** Adds a person whose users have the e-mail of the account, as after an invite. The second user has another one. */
async function addKnownPerson() {
  const person = await addPerson();
  const { email, emailKey } = person.account;
  const [user] = person.users as [UserRow];
  const { _id, tenantId } = user;
  await UserModel.replaceOne({ _id, tenantId }, { ...user, email, emailKey });
  return person;
}

const readAccount = async ({ _id }: AccountRow) => AccountModel.findById(_id).lean<AccountRow>();

test('user.updated: a verified e-mail moves the account and the users with the old one; sessions stay open', async () => {
  const { subject, account, users, sessions } = await addKnownPerson();
  const now = new Date();
  const resetOf = { accountId: account._id, usedAt: null };
  await PasswordResetModel.collection.insertOne({
    _id: `reset_${subject}`,
    ...resetOf,
    createdAt: now,
  } as never);
  const email = `New.${subject}@example.test`;
  await tell('user.updated', withEmail(subject, email, 'verified', 2000));
  await tell('user.updated', withEmail(subject, `late.${subject}@example.test`, 'verified', 1000));
  await processAll('identity');
  expect(await readAccount(account)).toMatchObject({
    email,
    emailKey: email.toLowerCase(),
    identity: { subject },
  });
  const [first, second] = await readUsers(users);
  expect(first).toMatchObject({ email, emailKey: email.toLowerCase(), version: 2, accountId: account._id });
  expect(first).toMatchObject({ searchWords: expect.arrayContaining(['new']) as unknown });
  expect(second).toMatchObject({ email: users[1]?.email, version: 1 });
  expect(await openSessions(sessions)).toBe(2);
  expect(await PasswordResetModel.countDocuments(resetOf)).toBe(0);
});

test.each(['unverified', 'expired'])('user.updated: an e-mail that is %s moves nothing', async (status) => {
  const { subject, account, users } = await addKnownPerson();
  await tell('user.updated', withEmail(subject, `new.${subject}@example.test`, status, 2000));
  await processAll('identity');
  expect(await readAccount(account)).toMatchObject({ emailKey: account.emailKey });
  expect((await readUsers(users))[0]).toMatchObject({ emailKey: account.emailKey, version: 1 });
});

test('user.updated: an e-mail of another account stays there; names still follow', async () => {
  const [{ subject, account, users }, other] = [await addKnownPerson(), await addPerson()];
  const data = { ...withEmail(subject, other.account.email, 'verified', 2000), first_name: 'Joan' };
  await tell('user.updated', data);
  await processAll('identity');
  expect(await readAccount(account)).toMatchObject({ emailKey: account.emailKey });
  expect((await readUsers(users))[0]).toMatchObject({ emailKey: account.emailKey, firstName: 'Joan' });
});

test('user.updated: an e-mail that the person replaced here stays replaced, until the provider has another one', async () => {
  const { subject, account } = await addKnownPerson();
  const own = `own.${subject}@example.test`;
  const chosen = { email: own, emailKey: own, identityEmailKey: account.emailKey };
  await AccountModel.updateOne({ _id: account._id }, { $set: chosen });
  await tell('user.updated', withEmail(subject, account.email, 'verified', 2000));
  await processAll('identity');
  expect(await readAccount(account)).toMatchObject(chosen);
  const next = `next.${subject}@example.test`;
  await tell('user.updated', withEmail(subject, next, 'verified', 3000));
  await processAll('identity');
  expect(await readAccount(account)).toMatchObject({ emailKey: next, identityEmailKey: null });
});

test('user.updated: the user keeps the old e-mail at a tenant where another user has the new one', async () => {
  const { subject, account, users } = await addKnownPerson();
  const email = `taken.${subject}@example.test`;
  const [first] = users;
  const holder = userRow(first?.tenantId ?? '', { email, emailKey: email.toLowerCase() });
  await UserModel.insertMany([holder]);
  await tell('user.updated', withEmail(subject, email, 'verified', 2000));
  await processAll('identity');
  expect(await readAccount(account)).toMatchObject({ emailKey: email.toLowerCase() });
  expect((await readUsers(users))[0]).toMatchObject({ emailKey: account.emailKey });
});

test.each(permutationsOf([1, 2, 3]))(
  'updates in the order %i, %i, %i end in the names of the latest',
  async (...order) => {
    const { subject, users } = await addPerson();
    for (const at of order) {
      await tell('user.updated', { id: subject, first_name: `Name ${at}`, updated_at: 1000 * at });
      await processAll('identity');
    }
    expect((await readUsers(users)).map((user) => user?.firstName)).toEqual(['Name 3', 'Name 3']);
  },
);

test('updates at the same moment end in the names and the e-mail of the latest', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { subject, account, users } = await addPerson();
    for (const at of [1, 2]) {
      const email = withEmail(subject, `moved.${at}.${subject}@example.test`, 'verified', 1000 * at);
      await tell('user.updated', { ...email, first_name: `Name ${at}` });
    }
    const waiting = { provider: 'identity', progress: 'RECEIVED' } as const;
    const receipts = await WebhookReceiptModel.find(waiting, { _id: 1 }).lean();
    await Promise.allSettled(receipts.map(async ({ _id }) => processReceipt(processing, _id)));
    await processAll('identity');
    expect((await readUsers(users)).map((user) => user?.firstName)).toEqual(['Name 2', 'Name 2']);
    expect((await readAccount(account))?.emailKey).toMatch(/^moved\.2\./);
  }
});

test.each(permutationsOf(['older', 'deletion', 'newer']))(
  'a deletion is final: %s, %s, %s',
  async (...order) => {
    const { subject, account, sessions } = await addPerson();
    const send = {
      older: () => tell('user.updated', { id: subject, first_name: 'Older', updated_at: 1000 }),
      deletion: () => tell('user.deleted', { id: subject, deleted: true }),
      newer: () => tell('user.updated', { id: subject, first_name: 'Newer', updated_at: 9e12 }),
    };
    for (const step of order) {
      await send[step as keyof typeof send]();
      await processAll('identity');
    }
    expect(await AccountModel.findById(account._id).lean()).toMatchObject({ identity: null });
    expect(await openSessions(sessions)).toBe(0);
  },
);

test('user.deleted: the account loses its identity and all sessions end', async () => {
  const { subject, account, users, sessions } = await addPerson();
  await tell('user.deleted', { id: subject, deleted: true });
  await processAll('identity');
  expect(await AccountModel.findById(account._id).lean()).toMatchObject({ identity: null });
  expect(await openSessions(sessions)).toBe(0);
  expect((await readUsers(users)).map((user) => user?.status)).toEqual(['ACTIVE', 'ACTIVE']);
  await tell('user.updated', { id: subject, first_name: 'Back', updated_at: 9e12 });
  await processAll('identity');
  expect(await progressOf('identity')).toBe('IGNORED');
});

test('a ban disables the person’s users, also those who have moved out, and ends their sessions and devices', async () => {
  const { subject, users, sessions } = await addPerson();
  const { _id, tenantId } = users[0] as UserRow;
  const [device] = await DeviceModel.insertMany([deviceRow(tenantId, { userId: _id })]);
  await UserModel.updateOne({ _id, tenantId }, { $set: { status: 'FORMER', isFormer: true } });
  await tell('user.updated', { id: subject, banned: true, updated_at: Date.now() });
  await processAll('identity');
  const disabled = { status: 'DISABLED', isFormer: null };
  expect(await readUsers(users)).toMatchObject([disabled, disabled]);
  expect(await openSessions(sessions)).toBe(0);
  expect(await DeviceModel.countDocuments({ tenantId, _id: device?._id ?? '', isLive: true })).toBe(0);
  expect(JSON.stringify(await OutboxModel.find({ tenantId }).lean())).toContain(device?._id);
});

test('session.revoked: ends the sessions of log-ins before the event, also after a switch, and no later one', async () => {
  const { subject, account, users, sessions } = await addPerson();
  const at = Date.now() - 30_000;
  const loggedInAt = new Date(at - 30_000);
  const switched = await addSession(account._id, users[0] as UserRow, { loggedInAt, createdAt: new Date() });
  const later = await addSession(account._id, users[0] as UserRow, { loggedInAt: new Date() });
  await tell('session.revoked', { id: 'sess_1', user_id: subject, updated_at: at });
  await processAll('identity');
  expect(await openSessions([...sessions, switched])).toBe(0);
  expect(await openSessions([later])).toBe(1);
});

test('user.deleted: a session that began after the time of the event ends too', async () => {
  const { subject, account, users } = await addPerson();
  const later = await addSession(account._id, users[0] as UserRow, { loggedInAt: new Date() });
  await tell('user.deleted', { id: subject, updated_at: Date.now() - 60_000 });
  await processAll('identity');
  expect(await openSessions([later])).toBe(0);
});

test.each([
  ['an unknown person', 'user.updated', { id: 'user_nobody' }],
  ['an unknown type', 'organization.created', { id: 'org_1' }],
  ['missing fields', 'user.deleted', {}],
])('IGNORED: %s', async (_name, type, data) => {
  await tell(type, data);
  await processAll('identity');
  expect(await progressOf('identity')).toBe('IGNORED');
});
