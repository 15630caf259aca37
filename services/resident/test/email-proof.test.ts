import { AccountModel } from '@pas/shared/models/account';
import { addPasskey, signInBy } from './passkey-support.ts';
import { afterAll, describe, expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  addResident,
  addUser,
  newEmail,
  password,
  principalOf,
  signUpBody,
  startResident,
  type SignInResult,
} from './resident-harness.ts';
import { startIdentityProvider } from './sandbox-process.ts';

const identity = await startIdentityProvider();
afterAll(() => identity.stop());
const service = await startResident({ identity: identity.settings });

const exchangeFor = async (email: string) => {
  const headers = { authorization: `Bearer ${await identity.tokenFor({ email })}` };
  return service.call<SignInResult>('POST', '/api/v1/auth/clerk-session', { headers });
};
const logIn = (email: string) => service.call('POST', '/api/v1/auth/login', { body: { email, password } });
const refresh = (refreshToken: string) =>
  service.call('POST', '/api/v1/auth/refresh', { body: { refreshToken } });
const accountOf = async (emailKey: string) => AccountModel.findOne({ emailKey }).lean();

describe('the first proof of an e-mail', () => {
  test('removes the password, ends the sessions and forgets the address of the claimant', async () => {
    const email = newEmail();
    const invite = await addInvite(await addHome(), { inviteeEmail: newEmail() });
    const claimed = await service.call<SignInResult>('POST', '/api/v1/auth/signup', {
      body: signUpBody(invite, { email }),
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    expect((await accountOf(email))?.knownNetworks).toHaveLength(1);

    expect((await exchangeFor(email)).status).toBe(200);

    expect((await logIn(email)).status).toBe(401);
    expect((await refresh(claimed.body.refreshToken)).status).toBe(401);
    const account = await accountOf(email);
    expect([account?.passwordHash, account?.knownNetworks]).toEqual([null, []]);
    expect(account?.emailVerifiedAt).toBeInstanceOf(Date);
  });

  test('removes the passkeys of the claimant', async () => {
    const email = newEmail();
    const invite = await addInvite(await addHome(), { inviteeEmail: newEmail() });
    const claimed = await service.call<SignInResult>('POST', '/api/v1/auth/signup', {
      body: signUpBody(invite, { email }),
    });
    const { authenticator } = await addPasskey(service, { as: principalOf(claimed.body) });
    expect((await signInBy(service, authenticator)).status).toBe(200);

    expect((await exchangeFor(email)).status).toBe(200);

    expect((await signInBy(service, authenticator)).status).toBe(401);
  });

  test('removes a password that was set with a link that was sent not only by mail', async () => {
    for (const fields of [{ deliveries: [] }, { inviteePhone: '+12025550123', deliveries: [] }]) {
      const email = newEmail();
      const invite = await addInvite(await addHome(), { inviteeEmail: email, ...fields });
      await service.call('POST', '/api/v1/auth/signup', { body: signUpBody(invite) });

      expect((await exchangeFor(email)).status).toBe(200);

      expect((await logIn(email)).status).toBe(401);
    }
  });

  test('keeps the password when invites have proven the e-mail for every tenant', async () => {
    const { email, answer } = await addResident(service);
    await exchangeFor(email);
    expect((await logIn(email)).status).toBe(200);
    expect((await refresh(answer.refreshToken)).status).toBe(200);
  });

  test('removes the password when the person joins a tenant that has not proven the e-mail', async () => {
    const { email } = await addResident(service);
    await exchangeFor(email);
    await addUser((await addHome()).tenantId, { emailKey: email });

    await exchangeFor(email);

    expect((await logIn(email)).status).toBe(401);
  });

  test('removes the password before an accepted invite adds another tenant', async () => {
    const { email, answer } = await addResident(service);
    const as = principalOf((await exchangeFor(email)).body);
    const invite = await addInvite(await addHome(), { inviteeEmail: email });

    const accepted = await service.call('POST', `/api/v1/invites/${invite.token}/accept`, { as });

    expect(accepted.status).toBe(200);
    expect((await logIn(email)).status).toBe(401);
    expect((await refresh(answer.refreshToken)).status).toBe(401);
    expect((await service.call('GET', '/api/v1/sessions', { as })).body['total']).toBe(1);
  });
});
