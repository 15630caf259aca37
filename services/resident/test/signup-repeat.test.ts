import { OutboxModel } from '@pas/platform/events/outbox';
import { AccountModel } from '@pas/shared/models/account';
import { InviteModel } from '@pas/shared/models/invite';
import { PasswordFailureModel } from '@pas/shared/models/password-failure';
import { SessionModel } from '@pas/shared/models/session';
import { TenantModel } from '@pas/shared/models/tenant';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { afterAll, describe, expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  newEmail,
  password,
  signUpBody,
  startResident,
  untilKnown,
  type SignInResult,
  type TestInvite,
} from './resident-harness.ts';
import { sendWithoutReading } from './send-unheard.ts';
import { startIdentityProvider } from './sandbox-process.ts';

const identity = await startIdentityProvider();
afterAll(() => identity.stop());
const service = await startResident({ identity: identity.settings });

const path = '/api/v1/auth/signup';
const signUp = (body: unknown) => service.call<SignInResult>('POST', path, { body });
const refusedSignUp = async (body: unknown) => {
  const answer = await service.call('POST', path, { body });
  return `${answer.status} ${answer.body.code}`;
};
const refresh = (refreshToken: string) =>
  service.call<SignInResult>('POST', '/api/v1/auth/refresh', { body: { refreshToken } });

const storedInvite = async ({ _id, tenantId }: TestInvite) => InviteModel.findOne({ _id, tenantId }).lean();
const invited = async (): Promise<TestInvite> =>
  addInvite(await addHome(), { inviteeEmail: newEmail(), inviteePhone: '+12025550123' });

/** Signs a person up and loses the answer. */
async function signUpUnheard(fields: Record<string, unknown> = {}) {
  const invite = await invited();
  const body = signUpBody(invite, fields);
  const { status, body: answer } = await signUp(body);
  expect(status).toBe(201);
  return { invite, body, answer };
}

async function changeUser(invite: TestInvite, fields: Partial<UserRow>): Promise<void> {
  const { tenantId } = invite;
  const acceptedUserId = (await storedInvite(invite))?.acceptedUserId ?? '';
  await UserModel.updateOne({ _id: acceptedUserId, tenantId }, { $set: fields });
}

describe('200', () => {
  test('a repeated sign-up with a lost answer gets new tokens', async () => {
    const invite = await invited();
    const body = signUpBody(invite);
    await sendWithoutReading(service, invite, { path, body: JSON.stringify(body), type: 'application/json' });

    const { status, headers, body: answer } = await signUp(body);

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(answer).toMatchObject({
      tokenType: 'Bearer',
      resident: { email: invite.inviteeEmail, residences: [{ unitId: invite.unitId }] },
      memberships: [{ tenantId: invite.tenantId, current: true }],
    });
    expect((await refresh(answer.refreshToken)).status).toBe(200);
  });

  test('a repeat answers the first resident, and publishes nothing again', async () => {
    const { invite, body, answer } = await signUpUnheard();

    const again = await signUp(body);

    expect(again.status).toBe(200);
    expect(again.body.resident).toEqual(answer.resident);
    expect(again.body.memberships).toEqual(answer.memberships);
    expect(again.body.refreshToken).not.toBe(answer.refreshToken);
    expect((await refresh(answer.refreshToken)).status).toBe(200);
    const { tenantId } = invite;
    const written = await OutboxModel.find({ tenantId, subject: /^pas\.v1\.onboarding/ }).lean();
    expect(written).toHaveLength(2);
    const records = await OutboxModel.find({ tenantId, subject: 'pas.v1.audit.record.submitted' }).lean();
    expect(records.map(({ envelope }) => (envelope.data as { action: string }).action).toSorted()).toEqual([
      'invite.accepted',
      'session.started',
    ]);
  });

  test('fifty concurrent repeats all succeed, and none counts as a guess', async () => {
    const { invite, body, answer } = await signUpUnheard();

    const answers = await Promise.all(Array.from({ length: 50 }, () => signUp(body)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map((each) => each.body.resident.id))).toEqual(new Set([answer.resident.id]));
    const { tenantId } = invite;
    expect(await UserModel.countDocuments({ tenantId })).toBe(1);
    expect(await SessionModel.countDocuments({ tenantId })).toBe(51);
  });

  test('a repeat may change the case of the e-mail, and the names', async () => {
    const { invite, body } = await signUpUnheard();
    const email = String(invite.inviteeEmail).toUpperCase();
    expect((await signUp({ ...body, email, firstName: 'Jo' })).status).toBe(200);
  });

  test('a repeat with the same identity succeeds', async () => {
    const email = newEmail();
    const invite = await addInvite(await addHome(), { inviteeEmail: email });
    const { password: _none, ...person } = signUpBody(invite);
    const withToken = async () => ({ ...person, identityToken: await identity.tokenFor({ email }) });

    expect((await signUp(await withToken())).status).toBe(201);

    expect((await signUp(await withToken())).status).toBe(200);
  });

  test('a browser that repeats the form gets the welcome page again', async () => {
    const invite = await invited();
    const form = new URLSearchParams({ firstName: 'Jordan', lastName: 'Lee', password }).toString();
    const type = 'application/x-www-form-urlencoded';
    await sendWithoutReading(service, invite, { path: `/join/${invite.token}`, body: form, type });

    const response = await service.send(`/join/${invite.token}`, {
      method: 'POST',
      body: form,
      headers: { 'content-type': type },
    });

    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Welcome, Jordan');
    // Each answer signs the browser in. The cookie of the lost answer is unused.
    expect(await SessionModel.countDocuments({ tenantId: invite.tenantId })).toBe(2);
  });
});

describe('410 invite_accepted', () => {
  const dead = '410 invite_accepted';

  test('for another password, another e-mail, another identity or another proof', async () => {
    const { invite, body } = await signUpUnheard();
    const { password: _none, ...person } = body;
    const stranger = await identity.tokenFor({ email: newEmail() });
    const sameMail = await identity.tokenFor({ email: String(invite.inviteeEmail) });

    expect(await refusedSignUp({ ...body, password: 'another password' })).toBe(dead);
    expect(await refusedSignUp({ ...body, email: newEmail() })).toBe(dead);
    expect(await refusedSignUp({ ...person, identityToken: stranger })).toBe(dead);
    expect(await refusedSignUp({ ...person, identityToken: sameMail })).toBe(dead);
    expect(await refusedSignUp({ ...person, identityToken: 'forged' })).toBe(dead);
  });

  test('after 15 minutes', async () => {
    const { invite, body } = await signUpUnheard();
    const acceptedAt = new Date(Date.now() - 15 * 60_000);
    await InviteModel.updateOne({ _id: invite._id, tenantId: invite.tenantId }, { $set: { acceptedAt } });
    expect(await refusedSignUp(body)).toBe(dead);
  });

  test('for a disabled, former or deleted resident', async () => {
    const changes: Partial<UserRow>[] = [{ status: 'DISABLED' }, { residences: [] }, { isLive: false }];
    for (const fields of changes) {
      const { invite, body } = await signUpUnheard();
      await changeUser(invite, fields);
      expect(await refusedSignUp(body)).toBe(dead);
    }
  });

  test('in a suspended tenant', async () => {
    const { invite, body } = await signUpUnheard();
    await TenantModel.updateOne({ _id: invite.tenantId }, { $set: { status: 'SUSPENDED' } });
    await untilKnown(invite.tenantId, 'SUSPENDED');
    expect(await refusedSignUp(body)).toBe(dead);
  });

  test('when the password was removed meanwhile', async () => {
    const { invite, body } = await signUpUnheard();
    await AccountModel.updateOne({ emailKey: invite.inviteeEmail ?? '' }, { $set: { passwordHash: null } });
    expect(await refusedSignUp(body)).toBe(dead);
  });

  test('on the page, with a message', async () => {
    const { invite } = await signUpUnheard();
    const body = new URLSearchParams({ firstName: 'J', lastName: 'L', password: 'another password' });
    const response = await service.send(`/join/${invite.token}`, { method: 'POST', body });
    expect(response.status).toBe(410);
    expect(await response.text()).toContain('This invite has been used');
  });
});

test('another e-mail at a used invite verifies a hash and counts a guess, like a wrong password', async () => {
  const { body } = await signUpUnheard();
  const guessesOf = async (fields: object): Promise<number[]> => {
    await PasswordFailureModel.deleteMany({});
    await refusedSignUp({ ...body, ...fields });
    const counts = await PasswordFailureModel.find({ key: /^account:/ }).lean();
    return counts.map(({ points }) => points);
  };
  const known = await guessesOf({ password: 'another password' });
  const unknown = await guessesOf({ email: newEmail() });
  expect([known, unknown]).toEqual([[1], [1]]);
});

test('429: guesses by repeated sign-ups and at the log-in share a count', async () => {
  const { body } = await signUpUnheard();
  const guess = { ...body, password: 'not the password' };
  for (let guesses = 0; guesses < 10; guesses += 1)
    expect(await refusedSignUp(guess)).toBe('410 invite_accepted');
  expect(await refusedSignUp(guess)).toBe('429 rate_limited');
  expect(await refusedSignUp(body)).toBe('429 rate_limited');
});
