import { OutboxModel } from '@pas/platform/events/outbox';
import { AccountModel } from '@pas/shared/models/account';
import { PasswordFailureModel } from '@pas/shared/models/password-failure';
import { TenantModel } from '@pas/shared/models/tenant';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  addResident,
  addUser,
  newEmail,
  password,
  signUpBody,
  startResident,
  untilKnown,
  type SignInResult,
  type TestResident,
} from './resident-harness.ts';

const quota = { perAccount: 3, perAddress: 6, windowSeconds: 60 };

const service = await startResident({ quota });
beforeEach(async () => {
  await PasswordFailureModel.deleteMany({});
});

const wrong = 'not the password';
const logIn = (email: string, given: string = password, ip = '203.0.113.7') =>
  service.call<SignInResult>('POST', '/api/v1/auth/login', {
    body: { email, password: given },
    headers: { 'x-forwarded-for': ip },
  });
const refusedLogIn = async (email: string, given: string = wrong, ip = '203.0.113.7') =>
  service.call('POST', '/api/v1/auth/login', {
    body: { email, password: given },
    headers: { 'x-forwarded-for': ip },
  });

const change = async ({ answer: { resident } }: TestResident, fields: Partial<UserRow>) =>
  UserModel.updateOne({ _id: resident.id, tenantId: resident.tenantId, isLive: true }, { $set: fields });

describe('200', () => {
  test('a resident signs in with the e-mail in any case', async () => {
    const { email, answer } = await addResident(service);

    const { status, body, headers } = await logIn(email.toUpperCase());

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.resident).toEqual(answer.resident);
    expect(body.refreshToken).not.toBe(answer.refreshToken);
  });

  test('each log-in is one audit record of the tenant', async () => {
    const { email, answer, home } = await addResident(service);

    await logIn(email);

    const records = await OutboxModel.find({
      tenantId: home.tenantId,
      subject: 'pas.v1.audit.record.submitted',
      'envelope.data.action': 'session.started',
    }).lean();
    expect(records).toHaveLength(1);
    expect(records[0]?.envelope.data).toMatchObject({
      actor: { type: 'RESIDENT', id: answer.resident.id },
      targets: [{ type: 'session' }, { type: 'user', id: answer.resident.id }],
      context: { ip: '203.0.113.7', service: 'resident' },
    });
  });

  test('a person of two tenants signs in at the current home', async () => {
    const first = await addResident(service);
    const second = await addResident(service, { email: first.email });
    await change(first, { residences: [] });

    const { body } = await logIn(first.email);

    expect(body.resident.id).toBe(second.answer.resident.id);
    expect(body.memberships).toHaveLength(2);
  });

  test('residents of a suspended tenant can sign in', async () => {
    const { email, home } = await addResident(service);
    await TenantModel.updateOne({ _id: home.tenantId }, { $set: { status: 'SUSPENDED' } });
    await untilKnown(home.tenantId, 'SUSPENDED');
    expect((await logIn(email)).status).toBe(200);
  });

  test('residents of a deleted tenant cannot sign in', async () => {
    const { email, home } = await addResident(service);
    await TenantModel.updateOne({ _id: home.tenantId }, { $set: { isLive: false } });
    await untilKnown(home.tenantId, null);
    const { status, body } = await service.call('POST', '/api/v1/auth/login', { body: { email, password } });
    expect([status, body.code]).toEqual([403, 'resident_not_found']);
  });

  test('an active tenant takes precedence over a suspended one', async () => {
    const suspended = await addResident(service);
    const open = await addResident(service, { email: suspended.email });
    await TenantModel.updateOne({ _id: suspended.home.tenantId }, { $set: { status: 'SUSPENDED' } });
    await change(open, { residences: [] });

    await expect
      .poll(async () => (await logIn(suspended.email)).body.resident.id)
      .toBe(open.answer.resident.id);
  });

  test('correct passwords are never counted', async () => {
    const { email } = await addResident(service);
    const answers = await Promise.all(Array.from({ length: 12 }, async () => logIn(email)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  });

  test('twenty people of one building sign in together, during wrong guesses from its address', async () => {
    const ip = '203.0.113.60';
    const people = await Promise.all(Array.from({ length: 20 }, async () => addResident(service)));
    const guesses = Array.from({ length: 4 }, async () => refusedLogIn(newEmail(), wrong, ip));
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    const answers = await Promise.all(people.map(async ({ email }) => logIn(email, password, ip)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('401', () => {
  test('invalid_credentials without a challenge, since the body carries the password', async () => {
    const { email } = await addResident(service);
    const { status, body, headers } = await refusedLogIn(email);
    expect([status, body.code]).toEqual([401, 'invalid_credentials']);
    expect(headers.has('www-authenticate')).toBe(false);
  });

  test('an unknown e-mail and a wrong password get the same answer', async () => {
    const { email } = await addResident(service);
    const headers = { 'x-correlation-id': 'the-same-for-both' };
    const send = (body: unknown) => service.call('POST', '/api/v1/auth/login', { body, headers });

    const known = await send({ email, password: wrong });
    const unknown = await send({ email: newEmail(), password: wrong });

    expect([known.status, known.body.code]).toEqual([401, 'invalid_credentials']);
    expect(known.body).toEqual(unknown.body);
    for (const answer of [known, unknown]) expect(answer.headers.has('www-authenticate')).toBe(false);
  });

  test('an unknown e-mail verifies a hash and counts a guess, like a wrong password', async () => {
    const { email } = await addResident(service);
    await refusedLogIn(email);
    const [known] = await PasswordFailureModel.find({ key: /^account:/ }).lean();
    await PasswordFailureModel.deleteMany({});

    await refusedLogIn(newEmail());

    const [unknown] = await PasswordFailureModel.find({ key: /^account:/ }).lean();
    expect([known?.points, unknown?.points]).toEqual([1, 1]);
  });

  test('an account without a password accepts none', async () => {
    const { email } = await addResident(service);
    await AccountModel.updateOne({ emailKey: email }, { $set: { passwordHash: null } });
    expect((await refusedLogIn(email, password)).status).toBe(401);
  });
});

describe('403', () => {
  test('a disabled resident gets resident_disabled', async () => {
    const resident = await addResident(service);
    await change(resident, { status: 'DISABLED' });
    const { status, body } = await refusedLogIn(resident.email, password);
    expect([status, body.code]).toEqual([403, 'resident_disabled']);
  });

  test('a person without a remaining resident gets resident_not_found', async () => {
    const resident = await addResident(service);
    await change(resident, { isLive: false });
    const { status, body } = await refusedLogIn(resident.email, password);
    expect([status, body.code]).toEqual([403, 'resident_not_found']);
  });

  test('a merely claimed e-mail gives no access to another person’s residence', async () => {
    const email = newEmail();
    const invite = await addInvite(await addHome(), { inviteeEmail: newEmail() });
    await service.call('POST', '/api/v1/auth/signup', { body: signUpBody(invite, { email }) });
    const other = await addHome();
    const known = await addUser(other.tenantId, { emailKey: email });

    const { body } = await logIn(email);

    expect(body.memberships.map(({ userId }) => userId)).not.toContain(known._id);
  });
});

describe('422', () => {
  test('a body without e-mail and password reports both', async () => {
    const { status, body } = await service.call('POST', '/api/v1/auth/login', { body: {} });
    expect(status).toBe(422);
    expect(body['errors']).toHaveLength(2);
  });
});

describe('429', () => {
  test('too many wrong passwords lock the account for every password and address', async () => {
    const { email } = await addResident(service);
    const tries = await Promise.all(Array.from({ length: 5 }, async () => refusedLogIn(email)));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(3);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);

    const { status, body, headers } = await refusedLogIn(email, password, '203.0.113.99');

    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  test('an unknown account has the same limit as a known one', async () => {
    const email = newEmail();
    for (let guess = 0; guess < 3; guess += 1) await refusedLogIn(email);
    expect((await refusedLogIn(email)).status).toBe(429);
  });

  test('an address that tries many accounts is limited, and others are not', async () => {
    const { email } = await addResident(service);
    const ip = '203.0.113.50';
    for (let guess = 0; guess < 6; guess += 1) await refusedLogIn(newEmail(), wrong, ip);

    expect((await refusedLogIn(email, password, ip)).status).toBe(429);
    expect((await logIn(email, password, '203.0.113.51')).status).toBe(200);
  });

  test('guesses at sign-up and log-in share a count', async () => {
    const { email } = await addResident(service);
    const invite = await addInvite(await addHome(), { inviteeEmail: email });
    const guess = async () =>
      service.call('POST', '/api/v1/auth/signup', {
        body: signUpBody(invite, { password: 'not the password' }),
      });

    const statuses = [await guess(), await guess(), await guess(), await guess()].map(({ status }) => status);

    expect(statuses).toEqual([409, 409, 409, 429]);
  });
});
