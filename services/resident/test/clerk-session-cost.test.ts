import { statementsOf } from '@pas/testing/statements-of';
import { afterAll, expect, test } from 'vitest';
import { addResident, startResident } from './resident-harness.ts';
import { startIdentityProvider } from './sandbox-process.ts';

const identity = await startIdentityProvider();
afterAll(() => identity.stop());
const service = await startResident({ identity: identity.settings });

test('the exchange of an identity is one transaction at constant cost', async () => {
  const { email } = await addResident(service);
  const exchange = async () => {
    const headers = { authorization: `Bearer ${await identity.tokenFor({ email })}` };
    return statementsOf(async () => {
      expect((await service.call('POST', '/api/v1/auth/clerk-session', { headers })).status).toBe(200);
    });
  };
  const [first, second] = [await exchange(), await exchange()];
  const { 'update accounts': pinned, ...again } = first;
  expect([pinned, again]).toEqual([1, second]);
  // While only an invite has proven an account, each exchange checks with two finds whether more is proven.
  expect(second).toEqual({
    'find users': 7,
    'find accounts': 2,
    'update users': 1,
    'insert sessions': 1,
    'insert outbox': 1,
    commitTransaction: 1,
    'find units': 1,
    'find properties': 1,
  });
});
