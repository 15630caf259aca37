import { AccountModel } from '@pas/shared/models/account';
import { UserModel } from '@pas/shared/models/user';
import { expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  password,
  signUpBody,
  startResident,
  type SignInResult,
} from './resident-harness.ts';

const service = await startResident();

const logIn = (email: string) =>
  service.call<SignInResult>('POST', '/api/v1/auth/login', { body: { email, password } });

test('a person signs up and in with each spelling of an international domain, as one account', async () => {
  const home = await addHome();
  const invite = await addInvite(home, { inviteeEmail: 'jo@xn--bcher-kva.test' });
  const body = signUpBody(invite, { email: 'Jo@B\u00fccher.test' });
  const made = await service.call<SignInResult>('POST', '/api/v1/auth/signup', { body });
  expect(made).toMatchObject({ status: 201, body: { resident: { email: 'Jo@B\u00fccher.test' } } });
  for (const email of ['jo@b\u00fccher.test', 'JO@XN--BCHER-KVA.TEST', 'jo@bu\u0308cher.test'])
    expect(await logIn(email)).toMatchObject({
      status: 200,
      body: { resident: { id: made.body.resident.id, email: 'Jo@B\u00fccher.test' } },
    });
  expect(await AccountModel.countDocuments({ emailKey: 'jo@xn--bcher-kva.test' })).toBe(1);
  const second = await addInvite(await addHome(home.tenantId), { inviteeEmail: 'jo@b\u00fccher.test' });
  const again = signUpBody(second, { email: 'jo@xn--bcher-kva.test' });
  expect(await service.call('POST', '/api/v1/auth/signup', { body: again })).toMatchObject({ status: 201 });
  expect(await UserModel.countDocuments({ tenantId: home.tenantId })).toBe(1);
});

test.each(['jo@example..com', 'jo@example.test:25', 'jo\uff20example.test'])(
  'a sign-up with %s is 422 invalid_email',
  async (email) => {
    const body = signUpBody(await addInvite(await addHome()), { email });
    expect(await service.call('POST', '/api/v1/auth/signup', { body })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'email', code: 'invalid_email' }] },
    });
  },
);

test('the names of a sign-up lose bidi controls, and an invisible one is 422', async () => {
  const invite = await addInvite(await addHome(), { inviteeEmail: 'name@example.test' });
  const signUp = (firstName: string) =>
    service.call<SignInResult>('POST', '/api/v1/auth/signup', { body: signUpBody(invite, { firstName }) });
  expect(await signUp('\u200b')).toMatchObject({ status: 422, body: { errors: [{ path: 'firstName' }] } });
  expect(await signUp('\u202eJo\u2069')).toMatchObject({
    status: 201,
    body: { resident: { firstName: 'Jo' } },
  });
});
