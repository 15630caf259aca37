import { expect, test } from 'vitest';
import { createIdentityVerifier } from '@pas/shared/accounts/verify-identity-token';
import { addResident, startResident } from './resident-harness.ts';
import { startIdentityProvider } from './sandbox-process.ts';

const identity = await startIdentityProvider();
const service = await startResident({ identity: identity.settings });

test('cached keys work while the provider is unavailable, and without keys the answer is 503, never 401', async () => {
  const { email } = await addResident(service);
  const token = await identity.tokenFor({ email });
  const silent = await identity.tokenFor({ email, omitEmail: true });
  const warm = createIdentityVerifier(identity.settings);
  await warm.verify(token);
  await identity.stop();

  expect((await warm.verify(token)).email).toBe(email);
  await expect(warm.verify(silent)).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'identity_unavailable',
  });

  const headers = { authorization: `Bearer ${token}` };
  const cold = await service.call('POST', '/api/v1/auth/clerk-session', { headers });
  expect([cold.status, cold.body.code]).toEqual([503, 'identity_unavailable']);
  expect(Number(cold.headers.get('retry-after'))).toBeGreaterThan(0);
});
