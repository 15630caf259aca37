import { OutboxModel } from '@pas/platform/events/outbox';
import { deriveResetToken, hashResetToken } from '@pas/shared/accounts/reset-token';
import { AccountModel } from '@pas/shared/models/account';
import { PasswordFailureModel } from '@pas/shared/models/password-failure';
import { PasswordResetModel, type PasswordResetRow } from '@pas/shared/models/password-reset';
import { UserModel } from '@pas/shared/models/user';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  addResident,
  newEmail,
  password,
  signUpBody,
  startResident,
  type SignInResult,
} from './resident-harness.ts';

const quota = { perAccount: 3, perAddress: 50, windowSeconds: 60 };
const service = await startResident({ quota });
beforeEach(async () => {
  await PasswordFailureModel.deleteMany({});
});

const newPassword = 'another horse battery';

const forgot = (email: string, ip = '203.0.113.7') =>
  service.call('POST', '/api/v1/auth/password/forgot', {
    body: { email },
    headers: { 'x-forwarded-for': ip, 'x-correlation-id': 'the-same-for-all' },
  });
const reset = (token: string, given = newPassword) =>
  service.call('POST', '/api/v1/auth/password/reset', { body: { token, password: given } });
const logIn = (email: string, given: string) =>
  service.call<SignInResult & { code: string }>('POST', '/api/v1/auth/login', {
    body: { email, password: given },
  });
const refresh = (refreshToken: string) =>
  service.call('POST', '/api/v1/auth/refresh', { body: { refreshToken } });

async function resetsOf(email: string): Promise<PasswordResetRow[]> {
  const account = await AccountModel.findOne({ emailKey: email }).lean();
  return PasswordResetModel.find({ accountId: account?._id ?? 'nobody' })
    .sort({ _id: 1 })
    .lean<PasswordResetRow[]>();
}

/** Derives the token of the newest link of an account, as the sending worker does. */
async function linkTo(email: string): Promise<string> {
  await forgot(email);
  const { _id = '' } = (await resetsOf(email)).at(-1) ?? {};
  const token = deriveResetToken('a secret of the worker', _id);
  await PasswordResetModel.updateOne({ _id }, { $set: { tokenHash: hashResetToken(token) } });
  return token;
}

describe('forgot', () => {
  test('202: queues one mail, and the event has only its id', async () => {
    const { email, home, answer } = await addResident(service);

    expect((await forgot(email.toUpperCase())).status).toBe(202);

    const [row, ...more] = await resetsOf(email);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ userId: answer.resident.id, tokenHash: null, sentAt: null, usedAt: null });
    const events = await OutboxModel.find({
      tenantId: home.tenantId,
      subject: 'pas.v1.identity.reset.requested',
    }).lean();
    expect(events.map(({ envelope }) => envelope.data)).toEqual([{ aggregateVersion: 1, resetId: row?._id }]);
  });

  test('202: an unknown e-mail, a disabled resident and one without an account get the same answer and no mail', async () => {
    const known = await addResident(service);
    const disabled = await addResident(service);
    const { id, tenantId } = disabled.answer.resident;
    await UserModel.updateOne({ _id: id, tenantId }, { $set: { status: 'DISABLED' } });

    const answers = [await forgot(known.email), await forgot(disabled.email), await forgot(newEmail())];

    for (const { status, body } of answers) expect([status, body]).toEqual([202, answers[0]?.body]);
    expect(await resetsOf(known.email)).toHaveLength(1);
    expect(await resetsOf(disabled.email)).toEqual([]);
  });

  test('202 without a mail after three in an hour for the account', async () => {
    const { email } = await addResident(service);
    const answers = await Promise.all(Array.from({ length: 6 }, async () => forgot(email)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 202));
    expect(await resetsOf(email)).toHaveLength(3);
    const other = await addResident(service);
    await forgot(other.email);
    expect(await resetsOf(other.email)).toHaveLength(1);
  });

  test('429 for an address with too many requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 52 }, async () => forgot(newEmail(), '203.0.113.50')),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBe(2);
    expect((await forgot(newEmail(), '203.0.113.51')).status).toBe(202);
  });
});

describe('reset', () => {
  test('204: the new password works, the old one does not, and all sessions end', async () => {
    const { email, answer } = await addResident(service);
    const second = await logIn(email, password);
    const token = await linkTo(email);

    expect((await reset(token)).status).toBe(204);

    for (const { refreshToken } of [answer, second.body]) {
      expect((await refresh(refreshToken)).status).toBe(401);
    }
    expect((await logIn(email, password)).status).toBe(401);
    expect((await logIn(email, newPassword)).status).toBe(200);
  });

  test('one audit record lists the ended sessions and has no secret', async () => {
    const { email, home, answer, as } = await addResident(service);
    await reset(await linkTo(email));
    const records = await OutboxModel.find({
      tenantId: home.tenantId,
      subject: 'pas.v1.audit.record.submitted',
      'envelope.data.action': 'user.password_reset',
    }).lean();
    expect(records.map(({ envelope }) => envelope.data)).toMatchObject([
      {
        actor: { type: 'RESIDENT', id: answer.resident.id },
        targets: [
          { type: 'user', id: answer.resident.id },
          { type: 'session', id: as.sessionId },
        ],
      },
    ]);
    expect(JSON.stringify(records)).not.toContain('argon2');
  });

  test('422 token_ended: a link works once, and not after a later one was used', async () => {
    const { email } = await addResident(service);
    const [first, second] = [await linkTo(email), await linkTo(email)];
    expect((await reset(second)).status).toBe(204);
    for (const token of [first, second, 'nonsense', '']) {
      const { status, body } = await reset(token, 'a third horse battery');
      expect([status, body.code]).toEqual([422, 'validation_failed']);
    }
    expect((await reset(first)).body['errors']).toMatchObject([{ path: 'token', code: 'token_ended' }]);
    expect((await logIn(email, newPassword)).status).toBe(200);
  });

  test('ten concurrent requests with one link set one password', async () => {
    const { email } = await addResident(service);
    const token = await linkTo(email);
    const passwords = Array.from({ length: 10 }, (_none, index) => `password number ${index}`);
    const answers = await Promise.all(passwords.map(async (given) => reset(token, given)));
    const done = passwords.filter((_given, index) => answers[index]?.status === 204);
    expect(done).toHaveLength(1);
    expect((await logIn(email, done[0] ?? '')).status).toBe(200);
  });

  test('422: an expired link', async () => {
    const { email } = await addResident(service);
    const token = await linkTo(email);
    const tokenHash = hashResetToken(token);
    await PasswordResetModel.updateOne({ tokenHash }, { $set: { expiresAt: new Date() } });
    expect((await reset(token)).status).toBe(422);
  });

  test('422: a dead link and a bad password are reported together', async () => {
    const { body } = await reset('nonsense', 'short');
    const errors = body['errors'] as { path: string }[];
    expect(errors.map(({ path }) => path).toSorted()).toEqual(['password', 'token']);
  });

  test('422 password_too_common: a common password, and the link still works', async () => {
    const { email } = await addResident(service);
    const token = await linkTo(email);
    const { status, body } = await reset(token, 'Password123');
    expect([status, body.code]).toEqual([422, 'password_too_common']);
    expect(body['errors']).toMatchObject([{ path: 'password', code: 'password_too_common' }]);
    const both = await reset('nonsense', 'qwertyuiop');
    expect(both.body['errors']).toMatchObject([{ path: 'token' }, { path: 'password' }]);
    expect((await reset(token)).status).toBe(204);
  });

  test('proves the e-mail and removes the password and the known address of a claimant', async () => {
    const email = newEmail();
    const invite = await addInvite(await addHome(), { inviteePhone: '+12025550123' });
    const claimed = await service.call<SignInResult>('POST', '/api/v1/auth/signup', {
      body: signUpBody(invite, { email }),
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    const accountOf = async () => AccountModel.findOne({ emailKey: email }).lean();
    expect(await accountOf()).toMatchObject({ emailVerifiedAt: null, knownNetworks: [{}] });

    await reset(await linkTo(email));

    expect(await accountOf()).toMatchObject({ emailVerifiedAt: expect.any(Date) as Date, knownNetworks: [] });
    expect((await refresh(claimed.body.refreshToken)).status).toBe(401);
    expect((await logIn(email, password)).status).toBe(401);
  });

  test('a locked-out person signs in with the new password', async () => {
    const { email } = await addResident(service);
    for (let guess = 0; guess < 3; guess += 1) await logIn(email, 'not the password');
    expect((await logIn(email, password)).status).toBe(429);

    await reset(await linkTo(email));

    expect((await logIn(email, newPassword)).status).toBe(200);
  });
});
