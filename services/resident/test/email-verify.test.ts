import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { AccountModel } from '@pas/shared/models/account';
import { AccountNoticeModel } from '@pas/shared/models/account-notice';
import { PasswordFailureModel } from '@pas/shared/models/password-failure';
import { PasswordResetModel } from '@pas/shared/models/password-reset';
import { UserModel } from '@pas/shared/models/user';
import { expect, test } from 'vitest';
import { accountOf, startEmails, userOf } from './email-support.ts';
import { addHome, addInvite, addResident, addUser, newEmail, signUpBody } from './resident-harness.ts';

const { service, move, logIn, refresh } = await startEmails();

test('200: only the new address signs in, and sessions stay open', async () => {
  const { as, answer, email: old } = await addResident(service);
  const other = await logIn(old);
  const email = `New.${newEmail()}`;

  const { status, body } = await move(as, email);

  expect([status, body.resident.email, body.resident.version]).toEqual([
    200,
    email,
    other.body.resident.version + 1,
  ]);
  expect((await logIn(old)).status).toBe(401);
  expect((await logIn(email.toUpperCase())).status).toBe(200);
  for (const { refreshToken } of [answer, other.body]) expect((await refresh(refreshToken)).status).toBe(200);
  const account = await accountOf(email.toLowerCase());
  expect([account?.email, account?.emailVerifiedAt]).toEqual([email, expect.any(Date)]);
});

test('writes one audit record and one event, without either address', async () => {
  const { as, home, email: old } = await addResident(service);
  const email = newEmail();
  await move(as, email);
  const of = { tenantId: home.tenantId };
  const records = await OutboxModel.find({ ...of, 'envelope.data.action': 'user.updated' }).lean();
  expect(records.map(({ envelope }) => envelope.data)).toMatchObject([
    { actor: { type: 'RESIDENT', id: as.id }, changes: [{ path: 'email' }] },
  ]);
  const events = await OutboxModel.find({ ...of, subject: 'pas.v1.identity.user.updated' }).lean();
  const version = (await userOf(as))?.version;
  expect(events.map(({ envelope }) => envelope.data)).toEqual([{ aggregateVersion: version, userId: as.id }]);
  for (const address of [old, email]) expect(JSON.stringify([records, events])).not.toContain(address);
});

test('the old address gets one notice, kept for a week; its event has only the id', async () => {
  const { as, home, email: old } = await addResident(service);
  await move(as, newEmail());
  const of = { tenantId: home.tenantId };
  const notices = await AccountNoticeModel.find({ ...of, userId: as.id ?? '' }).lean();
  expect(notices).toMatchObject([{ kind: 'EMAIL_CHANGED', to: old, sentAt: null }]);
  const [notice] = notices;
  const lifetime = Number(notice?.expiresAt) - Number(notice?.createdAt);
  expect(lifetime).toBe(7 * 86_400_000);
  const events = await OutboxModel.find({ ...of, subject: /notice/ }).lean();
  expect(events.map(({ envelope }) => envelope.data)).toEqual([
    { aggregateVersion: 1, noticeId: notice?._id },
  ]);
});

test('password reset links sent to the old address stop working', async () => {
  const { as, email } = await addResident(service);
  const accountId = (await accountOf(email))?._id ?? '';
  await service.call('POST', '/api/v1/auth/password/forgot', { body: { email } });
  await move(as, newEmail());
  const links = await PasswordResetModel.find({ accountId }).lean();
  expect(links.map(({ usedAt }) => usedAt)).toEqual([expect.any(Date)]);
});

test('the address changes for users linked to the account, and for those with its proven address', async () => {
  const { as, email: old, home } = await addResident(service);
  const { _id: accountId = '' } = (await accountOf(old)) ?? {};
  await AccountModel.updateOne({ _id: accountId }, { $set: { emailVerifiedAt: new Date() } });
  const [second, third] = [await addHome(), await addHome()];
  const linked = await addUser(second.tenantId, { emailKey: newEmail(), accountId, status: 'ACTIVE' });
  const unlinked = await addUser(third.tenantId, { emailKey: old });
  const email = newEmail();

  expect((await move(as, email)).status).toBe(200);

  for (const { _id, tenantId } of [linked, unlinked]) {
    const user = await UserModel.findOne({ _id, tenantId }).lean();
    expect(user).toMatchObject({ email, emailKey: email, version: 2, status: user?.status });
    const ofUser = { tenantId, 'envelope.data.action': 'user.updated' };
    expect(await OutboxModel.countDocuments(ofUser)).toBe(1);
  }
  const { body } = await logIn(email);
  const tenants = [home, second, third].map(({ tenantId }) => tenantId);
  expect(body.memberships.map(({ tenantId }) => tenantId).toSorted()).toEqual(tenants.toSorted());
});

test('an unproven old address changes no user of another tenant', async () => {
  const { as, email: old } = await addResident(service);
  const foreign = await addUser((await addHome()).tenantId, { emailKey: old });
  await move(as, newEmail());
  const { _id, tenantId } = foreign;
  expect(await UserModel.findOne({ _id, tenantId }).lean()).toMatchObject({ email: old, version: 1 });
});

test('another spelling of the own address changes nothing', async () => {
  const { as, email } = await addResident(service);
  const before = await userOf(as);
  const { status, body } = await move(as, email.toUpperCase());
  expect([status, body.resident.email, body.resident.version]).toEqual([200, email, before?.version]);
  expect(await AccountNoticeModel.countDocuments({ tenantId: as.tenantId ?? '' })).toBe(0);
});

test('an identity stays pinned, and the account stores the e-mail of the provider', async () => {
  const { as, email: old } = await addResident(service);
  const identity = { issuer: 'https://identity.test', subject: newId('user') };
  await AccountModel.updateOne({ emailKey: old }, { $set: { identity } });
  const email = newEmail();
  await move(as, email);
  expect(await accountOf(email)).toMatchObject({ identity, identityEmailKey: old });
  await PasswordFailureModel.deleteMany({});
  await move(as, old);
  expect(await accountOf(old)).toMatchObject({ identity, identityEmailKey: null });
});

test('accepts an invite to the new address; an invite to the old one needs a sign-up', async () => {
  const { as, email: old } = await addResident(service);
  const email = newEmail();
  const [toNew, toOld] = [
    await addInvite(await addHome(), { inviteeEmail: email }),
    await addInvite(await addHome(), { inviteeEmail: old }),
  ];
  await move(as, email);
  const accept = (token: string) => service.call('POST', `/api/v1/invites/${token}/accept`, { as });
  expect((await accept(toOld.token)).status).toBe(403);
  expect((await accept(toNew.token)).status).toBe(200);
  const body = signUpBody(toOld, { email });
  expect((await service.call('POST', '/api/v1/auth/signup', { body })).status).toBe(201);
});
