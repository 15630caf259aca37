import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { listen, portOf } from '@pas/platform/http/listen';
import { readJws, signWith, handmadeJws } from '@pas/testing/token-attacks/handmade-jws';
import { tokenAttacks } from '@pas/testing/token-attacks/token-attacks';
import { afterAll, expect, test } from 'vitest';
import { addResident, portalUrl, startResident, type SignInResult } from './resident-harness.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }] };
/** Requests that the provider received. */
const asked: string[] = [];
const provider = await listen(
  (request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', 'application/json').end(JSON.stringify(keys));
  },
  { host: '127.0.0.1', port: 0 },
);
afterAll(() => provider.close());
const issuer = `http://127.0.0.1:${portOf(provider)}`;
const service = await startResident({
  identity: {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    authorizedParties: [portalUrl],
    apiUrl: issuer,
    apiSecret: 'secret',
  },
});

function sign(email: string, key: KeyObject = privateKey): string {
  const now = Math.floor(Date.now() / 1000);
  const person = { sub: 'person_1', email, email_verified: true };
  const header = { alg: 'RS256', kid: 'own', typ: 'JWT' };
  const claims = { iss: issuer, azp: portalUrl, iat: now, exp: now + 300, ...person };
  return handmadeJws(header, claims, signWith(key, 'RS256'));
}

const exchange = async (token: string): Promise<string> => {
  const headers = { authorization: `Bearer ${token}` };
  const { status, body } = await service.call<SignInResult & { code?: string }>(
    'POST',
    '/api/v1/auth/clerk-session',
    { headers },
  );
  return status === 200 ? '200' : `${status} ${body.code}`;
};

test('an identity token is 401 token_invalid under every attack, and no key is fetched from its header', async () => {
  const { email } = await addResident(service);
  const good = sign(email);
  expect(readJws(good).payload).toMatchObject({ email });
  expect(await exchange(good)).toBe('200');
  const passed: string[] = [];
  const attacks = tokenAttacks({
    alg: 'RS256',
    privateKey,
    good: () => Promise.resolve(sign(email)),
    trapUrl: `${issuer}/trap`,
    wrongClaims: [
      { azp: undefined },
      { azp: null },
      { azp: [portalUrl] },
      { azp: `${portalUrl}/` },
      { azp: 'http://console.test' },
      { iss: `${issuer}/` },
      { iss: [issuer] },
    ],
    wrongTypes: ['at+jwt', 'logout+jwt', 'pas-assertion+jwt', 'secevent+jwt', 1, ''],
  });
  for (const [attack, make] of attacks) {
    const outcome = await exchange(await make());
    if (outcome !== '401 token_invalid') passed.push(`${attack}: ${outcome}`);
  }
  expect(passed).toEqual([]);
  expect(asked.filter((path) => path !== '/jwks')).toEqual([]);
});
