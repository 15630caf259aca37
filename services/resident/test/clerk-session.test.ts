import { generateKeyPairSync } from 'node:crypto';
import { AccountModel } from '@pas/shared/models/account';
import { InviteModel } from '@pas/shared/models/invite';
import { UserModel } from '@pas/shared/models/user';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  addResident,
  addUser,
  newEmail,
  portalUrl,
  signUpBody,
  startResident,
  type SignInResult,
} from './resident-harness.ts';
import { startIdentityProvider } from './sandbox-process.ts';

const identity = await startIdentityProvider();
afterAll(() => identity.stop());
const service = await startResident({ identity: identity.settings });

const path = '/api/v1/auth/clerk-session';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const exchange = (token: string) => service.call<SignInResult>('POST', path, { headers: bearer(token) });
const refusedExchange = async (token: string) => service.call('POST', path, { headers: bearer(token) });
const exchangeFor = async (email: string) => exchange(await identity.tokenFor({ email }));
const accountOf = async (emailKey: string) => AccountModel.findOne({ emailKey }).lean();

describe('200', () => {
  test('an ACTIVE resident of the e-mail signs in, and the identity is pinned', async () => {
    const { email, answer } = await addResident(service);
    const token = await identity.tokenFor({ email: email.toUpperCase() });

    const { status, body } = await exchange(token);

    expect(status).toBe(200);
    expect(body).toMatchObject({ tokenType: 'Bearer', expiresIn: 900, resident: answer.resident });
    const { iss, sub } = decodeJwt(token);
    expect((await accountOf(email))?.identity).toEqual({ issuer: iss, subject: sub });
  });

  test('an INVITED resident without an account gets one and becomes ACTIVE, and invites stay unchanged', async () => {
    const home = await addHome();
    const email = newEmail();
    const known = await addUser(home.tenantId, { emailKey: email });
    const invite = await addInvite(home, { inviteeEmail: email });

    const { status, body } = await exchangeFor(email);

    expect(status).toBe(200);
    expect(body.resident).toMatchObject({ id: known._id, status: 'ACTIVE', residences: [] });
    expect((await InviteModel.findOne({ _id: invite._id, tenantId: home.tenantId }).lean())?.status).toBe(
      'PENDING',
    );
  });

  test('concurrent sign-ins for a new account create one account', async () => {
    const home = await addHome();
    const email = newEmail();
    await addUser(home.tenantId, { emailKey: email });
    const token = await identity.tokenFor({ email });

    const answers = await Promise.all(Array.from({ length: 12 }, async () => exchange(token)));

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(await AccountModel.countDocuments({ emailKey: email })).toBe(1);
  });

  test('an e-mail missing in the token is read from the user endpoint', async () => {
    const { email, answer } = await addResident(service);
    const { body } = await exchange(await identity.tokenFor({ email, omitEmail: true }));
    expect(body.resident.id).toBe(answer.resident.id);
  });

  test('all residents of the proven e-mail become memberships', async () => {
    const { email, home } = await addResident(service);
    const other = await addHome();
    await addUser(other.tenantId, { emailKey: email });
    await exchangeFor(email);

    const again = await exchangeFor(email);

    const tenants = again.body.memberships.map(({ tenantId }) => tenantId);
    expect(tenants.toSorted((a, b) => a.localeCompare(b))).toEqual(
      [home.tenantId, other.tenantId].toSorted((a, b) => a.localeCompare(b)),
    );
  });

  test('a pinned identity signs in after the person chose another e-mail here, whoever has the old one now', async () => {
    const { email, answer } = await addResident(service);
    await exchangeFor(email);
    const own = newEmail();
    const chosen = { email: own, emailKey: own, identityEmailKey: email };
    await AccountModel.updateOne({ emailKey: email }, { $set: chosen });
    await UserModel.updateOne(
      { _id: answer.resident.id, tenantId: answer.resident.tenantId },
      { $set: { email: own, emailKey: own, firstName: 'Jordan', lastName: 'Lee', phone: null } },
    );
    await addResident(service, { email });

    const { status, body } = await exchangeFor(email);

    expect([status, body.resident.id, body.resident.email]).toEqual([200, answer.resident.id, own]);
  });

  test('a sign-up with an identity token needs no password and no e-mail', async () => {
    const home = await addHome();
    const email = newEmail();
    const { password: _unused, ...body } = signUpBody(await addInvite(home));
    const identityToken = await identity.tokenFor({ email });

    const answer = await service.call<SignInResult>('POST', '/api/v1/auth/signup', {
      body: { ...body, identityToken },
    });

    expect(answer.status).toBe(201);
    expect(answer.body.resident.email).toBe(email);
    expect(await accountOf(email)).toMatchObject({ passwordHash: null });
  });
});

describe('401', () => {
  test('without a token', async () => {
    const { status, body } = await service.call('POST', path);
    expect([status, body.code]).toEqual([401, 'credentials_missing']);
  });

  const forged = async (claims: Record<string, unknown>) =>
    new SignJWT({ azp: portalUrl, email: 'person@example.test', email_verified: true, ...claims })
      .setProtectedHeader({ alg: 'EdDSA', kid: 'unknown' })
      .setIssuer(identity.settings.issuer)
      .setSubject('person_x')
      .setExpirationTime('5 min')
      .sign(generateKeyPairSync('ed25519').privateKey);

  test.each([
    ['is no token', () => Promise.resolve('nonsense')],
    ['is signed with an unknown key', () => forged({})],
    [
      'was issued for another origin',
      () => identity.tokenFor({ email: newEmail(), azp: 'http://other-portal.test' }),
    ],
    ['names no algorithm', () => Promise.resolve(`${btoa('{"alg":"none"}')}.${btoa('{}')}.`)],
  ])('for a token that %s', async (_what, make) => {
    const { status, body } = await refusedExchange(await make());
    expect([status, body.code]).toEqual([401, 'token_invalid']);
  });

  test('for an expired token', async () => {
    const { email } = await addResident(service);
    const { status, body } = await refusedExchange(await identity.tokenFor({ email, expiresInSeconds: -60 }));
    expect([status, body.code]).toEqual([401, 'token_expired']);
  });

  test('for a Core JWT', async () => {
    const { answer } = await addResident(service);
    expect((await refusedExchange(answer.token)).body.code).toBe('token_invalid');
  });
});

describe('403', () => {
  test('no resident has that e-mail, and no account is created', async () => {
    const email = newEmail();
    const { status, body } = await refusedExchange(await identity.tokenFor({ email }));
    expect([status, body.code]).toEqual([403, 'resident_not_found']);
    expect(await accountOf(email)).toBeNull();
  });

  test('the resident is disabled', async () => {
    const email = newEmail();
    await addUser((await addHome()).tenantId, { emailKey: email, status: 'DISABLED' });
    const { status, body } = await refusedExchange(await identity.tokenFor({ email }));
    expect([status, body.code]).toEqual([403, 'resident_disabled']);
  });

  test('the e-mail is not verified', async () => {
    const { email } = await addResident(service);
    const { status, body } = await refusedExchange(await identity.tokenFor({ email, emailVerified: false }));
    expect([status, body.code]).toEqual([403, 'email_unverified']);
  });
});

describe('409', () => {
  test('the e-mail belongs to another identity', async () => {
    const { email } = await addResident(service);
    await exchangeFor(email);
    await AccountModel.updateOne({ emailKey: email }, { $set: { 'identity.subject': 'person_other' } });

    const { status, body } = await refusedExchange(await identity.tokenFor({ email }));

    expect([status, body.code]).toEqual([409, 'identity_conflict']);
  });

  test('a sign-up with another identity of the same e-mail leaves the invite untouched', async () => {
    const { email, home } = await addResident(service);
    await AccountModel.updateOne(
      { emailKey: email },
      {
        $set: { identity: { issuer: 'https://identity.test', subject: 'person_other' } },
      },
    );
    const invite = await addInvite(home, { inviteeEmail: email });
    const { password: _unused, ...body } = signUpBody(invite);

    const answer = await service.call('POST', '/api/v1/auth/signup', {
      body: { ...body, identityToken: await identity.tokenFor({ email }) },
    });

    expect([answer.status, answer.body.code]).toEqual([409, 'identity_conflict']);
    expect((await InviteModel.findOne({ _id: invite._id, tenantId: home.tenantId }).lean())?.status).toBe(
      'PENDING',
    );
    expect(await UserModel.countDocuments({ tenantId: home.tenantId })).toBe(1);
  });
});

describe('422', () => {
  test('a sign-up whose e-mail isn’t the identity’s', async () => {
    const { password: _unused, ...body } = signUpBody(await addInvite(await addHome()));
    const identityToken = await identity.tokenFor({ email: newEmail() });

    const answer = await service.call('POST', '/api/v1/auth/signup', {
      body: { ...body, identityToken, email: newEmail() },
    });

    expect(answer.status).toBe(422);
    expect(answer.body['errors']).toMatchObject([{ path: 'email', code: 'email_mismatch' }]);
  });
});
