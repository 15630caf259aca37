import { OutboxModel } from '@pas/platform/events/outbox';
import { AccountModel } from '@pas/shared/models/account';
import { PasswordFailureModel } from '@pas/shared/models/password-failure';
import { PasswordResetModel } from '@pas/shared/models/password-reset';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import { addResident, password, principalOf, startResident, type SignInResult } from './resident-harness.ts';

const quota = { perAccount: 3, perAddress: 50, windowSeconds: 60 };
const service = await startResident({ quota });
beforeEach(async () => {
  await PasswordFailureModel.deleteMany({});
});

const newPassword = 'another horse battery';

const change = (as: Principal, body: Record<string, unknown>) =>
  service.call('POST', '/api/v1/me/password', {
    as,
    body: { currentPassword: password, newPassword, ...body },
  });
const logIn = (email: string, given = password) =>
  service.call<SignInResult & { code: string }>('POST', '/api/v1/auth/login', {
    body: { email, password: given },
  });
const refresh = (refreshToken: string) =>
  service.call('POST', '/api/v1/auth/refresh', { body: { refreshToken } });
const recordsOf = async (userId: string) => {
  const records = await OutboxModel.find({
    subject: 'pas.v1.audit.record.submitted',
    'envelope.subject': userId,
    'envelope.data.action': 'user.password_changed',
  }).lean();
  return records.map(({ envelope }) => envelope.data);
};

describe('204', () => {
  test('the new password works, the old one does not, and only the other sessions end', async () => {
    const { email, answer, as } = await addResident(service);
    const other = await logIn(email);

    expect((await change(as, {})).status).toBe(204);

    expect((await refresh(other.body.refreshToken)).status).toBe(401);
    expect((await refresh(answer.refreshToken)).status).toBe(200);
    expect((await logIn(email)).status).toBe(401);
    expect((await logIn(email, newPassword)).status).toBe(200);
  });

  test('one audit record lists the ended session and has no secret', async () => {
    const { email, as } = await addResident(service);
    const other = principalOf((await logIn(email)).body);
    await change(as, {});
    const records = await recordsOf(as.id ?? '');
    expect(records).toMatchObject([
      {
        actor: { type: 'RESIDENT', id: as.id },
        outcome: 'SUCCESS',
        targets: [
          { type: 'user', id: as.id },
          { type: 'session', id: other.sessionId },
        ],
      },
    ]);
    expect(JSON.stringify(records)).not.toMatch(/argon2|horse/);
  });

  test('links to reset the password end', async () => {
    const { email, as } = await addResident(service);
    const account = await AccountModel.findOne({ emailKey: email }).lean();
    await service.call('POST', '/api/v1/auth/password/forgot', { body: { email } });
    await change(as, {});
    const links = await PasswordResetModel.find({ accountId: account?._id ?? '' }).lean();
    expect(links.map(({ usedAt }) => usedAt)).toEqual([expect.any(Date)]);
  });

  test('one of three concurrent changes with the same current password succeeds', async () => {
    const { email, as } = await addResident(service);
    const wanted = Array.from({ length: 3 }, (_none, index) => `horse battery number ${index}`);
    const answers = await Promise.all(wanted.map(async (given) => change(as, { newPassword: given })));
    const [done, ...more] = wanted.filter((_given, index) => answers[index]?.status === 204);
    expect(more).toEqual([]);
    expect((await logIn(email, done)).status).toBe(200);
    expect(await recordsOf(as.id ?? '')).toHaveLength(1);
  });
});

describe('403 invalid_current_password', () => {
  test('a wrong current password changes nothing', async () => {
    const { email, answer, as } = await addResident(service);
    const { status, body } = await change(as, { currentPassword: 'not the password' });
    expect([status, body.code]).toEqual([403, 'invalid_current_password']);
    expect((await logIn(email)).status).toBe(200);
    expect((await refresh(answer.refreshToken)).status).toBe(200);
    expect(await recordsOf(as.id ?? '')).toEqual([]);
  });

  test('an account without a password accepts none as the current one', async () => {
    const { email, as } = await addResident(service);
    await AccountModel.updateOne({ emailKey: email }, { $set: { passwordHash: null } });
    const { status, body } = await change(as, {});
    expect([status, body.code]).toEqual([403, 'invalid_current_password']);
  });
});

test('429 after too many wrong passwords, together with those of the log-in', async () => {
  const { email, as } = await addResident(service);
  for (const wrong of ['first wrong one', 'second wrong one'])
    expect((await change(as, { currentPassword: wrong })).status).toBe(403);
  expect((await logIn(email, 'third wrong one')).status).toBe(401);
  const limited = await change(as, {});
  expect([limited.status, limited.body.code]).toEqual([429, 'rate_limited']);
  expect((await logIn(email)).status).toBe(429);
});

describe('422', () => {
  test('a common password is password_too_common, and no guess is counted', async () => {
    const { email, as } = await addResident(service);
    for (let time = 0; time <= quota.perAccount; time += 1) {
      const { status, body } = await change(as, { currentPassword: 'wrong', newPassword: 'Password123' });
      expect([status, body.code]).toEqual([422, 'password_too_common']);
      expect(body['errors']).toMatchObject([{ path: 'newPassword', code: 'password_too_common' }]);
    }
    expect((await logIn(email)).status).toBe(200);
  });

  test('a missing current password and a common new one are reported together', async () => {
    const { as } = await addResident(service);
    const { status, body } = await change(as, { currentPassword: undefined, newPassword: 'qwertyuiop' });
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body['errors']).toMatchObject([
      { path: 'currentPassword', code: 'required' },
      { path: 'newPassword', code: 'password_too_common' },
    ]);
  });

  test.each(['short', 'x'.repeat(129)])(
    'a new password has 10 to 128 characters, not “%s”',
    async (given) => {
      const { as } = await addResident(service);
      expect((await change(as, { newPassword: given })).status).toBe(422);
    },
  );
});
