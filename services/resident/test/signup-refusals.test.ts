import type { FieldProblem } from '@pas/platform/errors/fault';
import { OutboxModel } from '@pas/platform/events/outbox';
import type { Problem } from '@pas/platform/http/render-error';
import { hashPassword } from '@pas/shared/accounts/password';
import { AccountModel } from '@pas/shared/models/account';
import { InviteModel } from '@pas/shared/models/invite';
import { UserModel } from '@pas/shared/models/user';
import { describe, expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  addResident,
  addTenant,
  addUser,
  newEmail,
  signUpBody,
  startResident,
} from './resident-harness.ts';

const service = await startResident();

const refusedSignUp = (body: unknown) => service.call('POST', '/api/v1/auth/signup', { body });

const statusOf = async ({ _id, tenantId }: { _id: string; tenantId: string }) =>
  (await InviteModel.findOne({ _id, tenantId }).lean())?.status;

const recordsOf = async (id: string) =>
  OutboxModel.find({ subject: 'pas.v1.audit.record.submitted', 'envelope.subject': id }).lean();

describe('401', () => {
  test('a request that doesn’t come through the gateway is refused', async () => {
    const { status, body } = await service.call('POST', '/api/v1/auth/signup', { as: null, body: {} });
    expect(status).toBe(401);
    expect(body.code).toBe('credentials_missing');
  });
});

describe('403', () => {
  test('a suspended tenant accepts no sign-up', async () => {
    const invite = await addInvite(await addHome(await addTenant('SUSPENDED')), { inviteeEmail: newEmail() });

    const { status, body } = await refusedSignUp(signUpBody(invite));

    expect([status, body.code]).toEqual([403, 'tenant_suspended']);
    expect(await statusOf(invite)).toBe('PENDING');
  });

  test('a disabled resident cannot sign up, and the invite is unchanged', async () => {
    const home = await addHome();
    const email = newEmail();
    await addUser(home.tenantId, { emailKey: email, status: 'DISABLED' });
    const invite = await addInvite(home, { inviteeEmail: email });

    const { status, body } = await refusedSignUp(signUpBody(invite));

    expect([status, body.code]).toEqual([403, 'resident_disabled']);
    expect(await statusOf(invite)).toBe('PENDING');
    expect(await AccountModel.countDocuments({ emailKey: email })).toBe(0);
  });
});

describe('422 password_too_common', () => {
  test('a new account gets no common password, and the invite is unchanged', async () => {
    const email = newEmail();
    const invite = await addInvite(await addHome(), { inviteeEmail: email });
    const common = signUpBody(invite, { password: 'Password123' });

    const alone = await refusedSignUp(common);
    const withPhone = await refusedSignUp({ ...common, phone: '12' });
    const withName = await refusedSignUp({ ...common, firstName: 7 });

    expect([alone.status, alone.body.code]).toEqual([422, 'password_too_common']);
    const paths = ({ body }: typeof alone) => (body['errors'] as FieldProblem[]).map(({ path }) => path);
    expect([alone, withPhone, withName].map(paths)).toEqual([
      ['password'],
      ['phone', 'password'],
      ['firstName', 'password'],
    ]);
    expect(await statusOf(invite)).toBe('PENDING');
    expect(await AccountModel.countDocuments({ emailKey: email })).toBe(0);
  });

  test('an existing account keeps its common password at a further sign-up', async () => {
    const { email } = await addResident(service);
    const passwordHash = await hashPassword('Password123');
    await AccountModel.updateOne({ emailKey: email }, { $set: { passwordHash } });
    const invite = await addInvite(await addHome(), { inviteeEmail: email });
    expect((await refusedSignUp(signUpBody(invite, { password: 'Password123' }))).status).toBe(201);
  });
});

describe('404', () => {
  test.each(['A'.repeat(43), 'not a token'])('the token %s is unknown', async (inviteToken) => {
    const body = { inviteToken, password: 'correct horse battery', firstName: 'J', lastName: 'L' };
    expect((await refusedSignUp(body)).status).toBe(404);
  });
});

describe('409', () => {
  test('an e-mail with an account requires that account’s password, and the invite is unchanged', async () => {
    const { email } = await addResident(service);
    const invite = await addInvite(await addHome(), { inviteeEmail: email });

    const { status, body } = await refusedSignUp(signUpBody(invite, { password: 'another password' }));

    expect([status, body.code]).toEqual([409, 'account_exists']);
    expect(await statusOf(invite)).toBe('PENDING');
    expect(await recordsOf(invite._id)).toHaveLength(0);
  });

  test('claiming a resident’s e-mail with another person’s invite gives no access to that resident', async () => {
    const home = await addHome();
    const email = newEmail();
    const known = await addUser(home.tenantId, { emailKey: email });
    const invite = await addInvite(home, { inviteeEmail: newEmail() });

    const { status, body } = await refusedSignUp(signUpBody(invite, { email }));

    expect([status, body.code]).toEqual([409, 'account_exists']);
    expect((await UserModel.findOne({ _id: known._id, tenantId: home.tenantId }).lean())?.status).toBe(
      'INVITED',
    );
  });
});

describe('410', () => {
  test.each([
    ['invite_accepted', { status: 'ACCEPTED' as const }, 'ACCEPTED'],
    ['invite_expired', { expiresAt: new Date(Date.now() - 1000) }, 'EXPIRED'],
    ['invite_revoked', { status: 'EXPIRED' as const, expiredReason: 'REVOKED' as const }, 'EXPIRED'],
    ['invite_superseded', { status: 'EXPIRED' as const, expiredReason: 'SUPERSEDED' as const }, 'EXPIRED'],
  ])('%s names the invite’s state', async (code, fields, state) => {
    const invite = await addInvite(await addHome(), { inviteeEmail: newEmail(), ...fields });

    const { status, body } = await refusedSignUp(signUpBody(invite));

    expect([status, body.code]).toEqual([410, code]);
    expect(body['invite']).toEqual({ status: state, expiresAt: invite.expiresAt.toISOString() });
  });
});

describe('422', () => {
  const problemsOf = ({ errors }: Problem) =>
    (errors as FieldProblem[]).map(({ path, code }) => `${path} ${code}`).toSorted();

  test('all problems are reported together', async () => {
    const { status, body } = await refusedSignUp({ email: 'nobody', lastName: '' });

    expect(status).toBe(422);
    expect(problemsOf(body)).toEqual([
      'email invalid_email',
      'firstName required',
      'inviteToken required',
      'lastName too_small',
      'password required',
    ]);
  });

  test('a password and an identity token exclude each other', async () => {
    const invite = await addInvite(await addHome(), { inviteeEmail: newEmail() });
    const { status, body } = await refusedSignUp(signUpBody(invite, { identityToken: 'x' }));
    expect([status, problemsOf(body)]).toEqual([422, ['identityToken ambiguous']]);
  });

  test.each(['short', 'x'.repeat(129)])('the password %s is refused', async (password) => {
    const invite = await addInvite(await addHome(), { inviteeEmail: newEmail() });
    expect((await refusedSignUp(signUpBody(invite, { password }))).status).toBe(422);
  });

  test('an invite without an e-mail requires one, and a phone must be possible', async () => {
    const invite = await addInvite(await addHome(), { inviteePhone: '+12025550123' });

    const { status, body } = await refusedSignUp(signUpBody(invite, { phone: '12' + '9'.repeat(20) }));

    expect([status, problemsOf(body)]).toEqual([422, ['email required', 'phone invalid_phone']]);
    expect(await statusOf(invite)).toBe('PENDING');
  });

  test('a premium number is refused', async () => {
    const invite = await addInvite(await addHome(), { inviteeEmail: newEmail() });
    const { status, body } = await refusedSignUp(signUpBody(invite, { phone: '+19005550123' }));
    expect([status, body.code, problemsOf(body)]).toEqual([422, 'premium_number', ['phone premium_number']]);
  });

  test('fields that only the service sets are refused by name', async () => {
    const invite = await addInvite(await addHome(), { inviteeEmail: newEmail() });
    const { status, body } = await refusedSignUp(signUpBody(invite, { status: 'ACTIVE', tenantId: 'ten_x' }));
    expect([status, problemsOf(body)]).toEqual([422, ['status unknown_field', 'tenantId unknown_field']]);
  });
});
