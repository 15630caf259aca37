import { pendingKeyOf } from '@pas/shared/invites/new-invite';
import { statementsOf } from '@pas/testing/statements-of';
import { afterAll, expect, test } from 'vitest';
import { addHome, addInvite, newEmail, signUpBody, startResident } from './resident-harness.ts';
import { startIdentityProvider } from './sandbox-process.ts';

const identity = await startIdentityProvider();
afterAll(() => identity.stop());
const service = await startResident({ identity: identity.settings });

/** Adds an invite to a new home, sent to a new e-mail. */
async function invited() {
  const [home, email] = [await addHome(), newEmail()];
  const pendingKey = pendingKeyOf(home.unitId, email);
  return { email, invite: await addInvite(home, { inviteeEmail: email, pendingKey }) };
}

const signUp = (body: object) =>
  statementsOf(async () => {
    expect((await service.call('POST', '/api/v1/auth/signup', { body })).status).toBe(201);
  });

const signedUp = {
  'find invites': 1,
  'find properties': 1,
  'find accounts': 1,
  'find users': 1,
  'insert accounts': 1,
  'findAndModify invites': 1,
  'findAndModify units': 1,
  'insert users': 1,
  'insert sessions': 1,
  'insert audit_personal_values': 1,
  'insert outbox': 1,
  commitTransaction: 1,
};

test('a sign-up with a password takes twelve statements', async () => {
  const { invite } = await invited();
  expect(await signUp(signUpBody(invite))).toEqual(signedUp);
});

test('a phone of the person costs one more read of numbers and one of other invites', async () => {
  const { invite } = await invited();
  expect(await signUp(signUpBody(invite, { phone: '(202) 555-0143' }))).toEqual({
    ...signedUp,
    'find virtual_numbers': 1,
    'find invites': 2,
  });
});

test('a sign-up with an identity costs one more read, of the person’s other tenants', async () => {
  const { email, invite } = await invited();
  const identityToken = await identity.tokenFor({ email });
  const body = { inviteToken: invite.token, identityToken, firstName: 'Jordan', lastName: 'Lee' };
  expect(await signUp(body)).toEqual({ ...signedUp, 'find users': 2 });
});
