import { AccountModel } from '@pas/shared/models/account';
import { PasskeyModel } from '@pas/shared/models/passkey';
import { PasswordFailureModel } from '@pas/shared/models/password-failure';
import { PasswordResetModel } from '@pas/shared/models/password-reset';
import { SessionModel } from '@pas/shared/models/session';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { hashResetToken } from '@pas/shared/accounts/reset-token';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPasskey, prepareSignIn, sendSignIn, signInBy } from './passkey-support.ts';
import {
  addHome,
  addResident,
  portalUrl,
  principalOf,
  startResident,
  type TestResident,
} from './resident-harness.ts';
import { createAuthenticator, type Deviation } from '@pas/testing/software-authenticator';

const service = await startResident();
beforeEach(async () => {
  await PasswordFailureModel.deleteMany({});
});

const setUser = async ({ home, answer }: TestResident, fields: Partial<UserRow>) =>
  UserModel.updateOne({ _id: answer.resident.id, tenantId: home.tenantId }, { $set: fields });

describe('200', () => {
  test('the options name no account, and the answer is that of a log-in', async () => {
    const me = await addResident(service);
    const { authenticator, passkey } = await addPasskey(service, me);
    const { options } = await prepareSignIn(service);
    const { challenge, ...others } = options;
    expect(Buffer.from(challenge, 'base64url')).toHaveLength(32);
    expect(others).toEqual({
      rpId: 'portal.test',
      timeout: 300_000,
      userVerification: 'required',
    });

    const { status, body } = await signInBy(service, authenticator);

    expect(status).toBe(200);
    expect(body.resident.id).toBe(me.answer.resident.id);
    expect(body.memberships).toHaveLength(1);
    expect(principalOf(body).sessionId).not.toBe(me.as.sessionId);
    const refreshed = await service.call('POST', '/api/v1/auth/refresh', {
      body: { refreshToken: body.refreshToken },
    });
    expect(refreshed.status).toBe(200);
    const stored = await PasskeyModel.findById(passkey.id).lean();
    expect(stored?.lastUsedAt).toBeInstanceOf(Date);
  });

  test('a browser gets its refresh token in a cookie, and proves its origin', async () => {
    const { authenticator } = await addPasskey(service, await addResident(service));
    const browser = { 'x-pas-client': 'web', origin: service.url };
    for (const [headers, expected] of [
      [browser, 200],
      [{ ...browser, origin: 'http://evil.test' }, 403],
    ] as const) {
      const { options, challengeId } = await prepareSignIn(service);
      const credential = authenticator.get(options);
      const { status, body, headers: sent } = await sendSignIn(service, { challengeId, credential }, headers);
      expect([status, 'refreshToken' in body]).toEqual([expected, false]);
      const cookies = sent.getSetCookie().map((cookie) => cookie.split('=', 1)[0]);
      expect(cookies).toEqual(expected === 200 ? ['pas_refresh_TEST', 'pas_device_TEST'] : []);
    }
  });

  test('a passkey signs in to the memberships of its person at other companies', async () => {
    const me = await addResident(service);
    const { authenticator } = await addPasskey(service, me);
    const elsewhere = await addResident(service, { email: me.email, home: await addHome() });
    const { body } = await signInBy(service, authenticator);
    expect(body.memberships.map(({ userId }) => userId).toSorted()).toEqual(
      [me.answer.resident.id, elsewhere.answer.resident.id].toSorted(),
    );
  });

  test('ten concurrent sign-ins with one synchronized passkey all succeed', async () => {
    const { authenticator } = await addPasskey(service, await addResident(service));
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => signInBy(service, authenticator)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
  });

  test('a signature counter grows with each sign-in, and an old one is refused', async () => {
    const me = await addResident(service);
    const counting = createAuthenticator(portalUrl, { counts: true });
    const { authenticator } = await addPasskey(service, me, { authenticator: counting });
    expect((await signInBy(service, authenticator)).status).toBe(200);
    expect((await signInBy(service, authenticator)).status).toBe(200);
    const { status, body } = await signInBy(service, authenticator, { counter: 2 });
    expect([status, body.code]).toEqual([401, 'invalid_credentials']);
  });
});

describe('401 invalid_credentials', () => {
  const deviations: Record<string, Deviation> = {
    'another challenge': { challenge: 'AAAA' },
    'another origin': { origin: 'https://portal.test' },
    'another host': { rpId: 'evil.test' },
    'the answer of a creation': { type: 'webauthn.create' },
    'an absent person': { flags: 0x1c },
    'an unverified person': { flags: 0x19 },
    'the user handle of another account': { userHandle: Buffer.from('acc_other').toString('base64url') },
  };

  test.each(Object.entries(deviations))('for %s, without a session', async (_what, deviation) => {
    const me = await addResident(service);
    const { authenticator } = await addPasskey(service, me);
    const { status, body, headers } = await signInBy(service, authenticator, deviation);
    expect([status, body.code]).toEqual([401, 'invalid_credentials']);
    expect(headers.get('www-authenticate')).toBeNull();
    expect(await SessionModel.countDocuments({ userId: me.answer.resident.id })).toBe(1);
  });

  test('for the signature of another key, and for an unknown passkey: the same answer', async () => {
    const { authenticator } = await addPasskey(service, await addResident(service));
    const stranger = createAuthenticator(portalUrl);
    const answers = [];
    for (const isKnown of [true, false]) {
      const { options, challengeId } = await prepareSignIn(service);
      const { id, rawId } = isKnown ? authenticator.get(options) : stranger.get(options);
      const credential = { ...stranger.get(options, { userHandle: undefined }), id, rawId };
      const { status, body } = await sendSignIn(service, { challengeId, credential });
      answers.push({ ...body, status, correlationId: null });
    }
    expect(answers[0]).toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect(answers[1]).toEqual(answers[0]);
  });

  test('for a passkey that was removed', async () => {
    const me = await addResident(service);
    const { authenticator, passkey } = await addPasskey(service, me);
    await service.call('DELETE', `/api/v1/me/passkeys/${passkey.id}`, { as: me.as });
    expect((await signInBy(service, authenticator)).status).toBe(401);
  });

  test('after a reset of the password, which removes all passkeys', async () => {
    const me = await addResident(service);
    const { authenticator } = await addPasskey(service, me);
    const account = await AccountModel.findOne({ emailKey: me.email }).lean();
    await service.call('POST', '/api/v1/auth/password/forgot', { body: { email: me.email } });
    const tokenHash = hashResetToken('the token of the mail');
    await PasswordResetModel.updateOne({ accountId: account?._id ?? '' }, { $set: { tokenHash } });
    const body = { token: 'the token of the mail', password: 'another horse battery' };
    expect((await service.call('POST', '/api/v1/auth/password/reset', { body })).status).toBe(204);
    expect((await signInBy(service, authenticator)).status).toBe(401);
    expect(await PasskeyModel.countDocuments({ accountId: account?._id ?? '' })).toBe(0);
  });
});

test.each([
  ['resident_disabled', { status: 'DISABLED' }],
  ['resident_former', { status: 'FORMER' }],
] as const)('403 %s as at a log-in', async (code, fields) => {
  const me = await addResident(service);
  const { authenticator } = await addPasskey(service, me);
  await setUser(me, fields);
  const { status, body } = await signInBy(service, authenticator);
  expect([status, body.code]).toEqual([403, code]);
});

test('422 for a challenge that was used, and for one of another purpose', async () => {
  const me = await addResident(service);
  const { authenticator } = await addPasskey(service, me);
  const { options, challengeId } = await prepareSignIn(service);
  const credential = authenticator.get(options);
  expect((await sendSignIn(service, { challengeId, credential })).status).toBe(200);
  const again = await sendSignIn(service, { challengeId, credential });
  expect([again.status, again.body['errors']]).toMatchObject([422, [{ code: 'challenge_ended' }]]);
  const { body } = await service.call<typeof again.body & { challengeId: string }>(
    'POST',
    '/api/v1/me/passkeys/options',
    { as: me.as },
  );
  const foreign = await sendSignIn(service, { challengeId: body.challengeId, credential });
  expect([foreign.status, foreign.body['errors']]).toMatchObject([422, [{ code: 'challenge_ended' }]]);
});

test('429 after 1,000 steps of sign-ins from one address', async () => {
  const { authenticator } = await addPasskey(service, await addResident(service));
  await prepareSignIn(service);
  const ofAddress = { key: { $regex: '^passkey-client:' } };
  const { matchedCount } = await PasswordFailureModel.updateMany(ofAddress, { $set: { points: 999 } });
  expect(matchedCount).toBe(1);
  const { options, challengeId } = await prepareSignIn(service);
  const { status } = await sendSignIn(service, { challengeId, credential: authenticator.get(options) });
  expect(status).toBe(429);
});
