import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { anonymous } from '@pas/shared/principal/principal';
import { sealPrincipal } from '@pas/shared/principal/assertion';
import { describe, expect, test } from 'vitest';
import { call, problemOf } from './support/http-call.ts';
import { addTenant } from './support/rows.ts';
import { useGateway } from './support/running-gateway.ts';
import { signIn } from './support/sign-in.ts';

const gateway = await useGateway();
const good = (await signIn(gateway, (await addTenant())._id)).token;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const parts = (): [header: Record<string, unknown>, payload: string, signature: string] => {
  const [header = '', payload = '', signature = ''] = good.split('.');
  return [
    JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, unknown>,
    payload,
    signature,
  ];
};

async function codeAt(path: string, token: string): Promise<string> {
  const answer = await call(gateway.port, path, { headers: { authorization: `Bearer ${token}` } });
  return `${answer.status} ${problemOf(answer).code}`;
}

const stranger = generateKeyPairSync('ed25519');
const jwk = stranger.publicKey.export({ format: 'jwk' });

/** The valid claims under a header of the forger, signed with the forger's key. */
function forge(header: Record<string, unknown>): string {
  const [own, payload] = parts();
  const input = `${encode({ ...own, ...header })}.${payload}`;
  return `${input}.${sign(null, Buffer.from(input), stranger.privateKey).toString('base64url')}`;
}

/** The public key, used as a shared secret. */
function forgeHmac(alg: 'HS256' | 'HS512', form: 'pem' | 'raw'): string {
  const [own, payload] = parts();
  const publicKey = createPublicKey(gateway.coreJwtKey);
  const secret =
    form === 'pem'
      ? publicKey.export({ type: 'spki', format: 'pem' })
      : Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const input = `${encode({ ...own, alg })}.${payload}`;
  return `${input}.${createHmac(alg.replace('HS', 'sha'), secret).update(input).digest('base64url')}`;
}

/** The valid claims and signature under another header. */
const reheaded = (header: unknown): string => `${encode(header)}${good.slice(good.indexOf('.'))}`;

describe('401 token_invalid, never 500, for', () => {
  const headers: [string, Record<string, unknown>][] = [
    ['a key in the token', { jwk }],
    ['a key in the token and no name of one', { jwk, kid: undefined }],
    ['a certificate elsewhere', { x5u: 'http://127.0.0.1:1/x5u' }],
    ['a key id that is a number', { kid: 0 }],
    ['a key id that every object has', { kid: '__proto__' }],
    ['an empty key id', { kid: '' }],
    ['a payload that is not encoded', { crit: ['b64'], b64: false }],
    ['a list of nothing critical', { crit: [] }],
    ['a critical word', { crit: 'exp' }],
    ['the old name of the algorithm', { alg: 'EdDSA' }],
    ['several algorithms', { alg: ['Ed25519', 'none'] }],
    ['no algorithm', { alg: null }],
  ];
  test.each(headers)('%s', async (_what, header) => {
    expect(await codeAt('/api/v1/me', forge(header))).toBe('401 token_invalid');
  });

  test.each([null, [], 1, 'Ed25519', { alg: 'none' }, { alg: 'nOnE' }, { alg: 'EdDSA' }])(
    'a header of %j on a good signature',
    async (header) => {
      expect(await codeAt('/api/v1/me', reheaded(header))).toBe('401 token_invalid');
    },
  );

  test.each([
    ['HS256', 'pem'],
    ['HS256', 'raw'],
    ['HS512', 'raw'],
  ] as const)('%s with the public key (%s) as its secret', async (alg, form) => {
    expect(await codeAt('/api/v1/me', forgeHmac(alg, form))).toBe('401 token_invalid');
  });

  test('a signature that is missing, short, padded or followed by more', async () => {
    const unsigned = good.slice(0, good.lastIndexOf('.') + 1);
    for (const bad of [unsigned, `${unsigned}AA`, `${good}=`, `${good}.e30.e30`]) {
      expect(await codeAt('/api/v1/me', bad)).toBe('401 token_invalid');
    }
  });
});

describe('one kind of credential is never another', () => {
  const { privateKey: assertionKey } = generateKeyPairSync('ed25519');
  const others: [string, () => string | Promise<string>][] = [
    ['a refresh token', () => 'Zk3v9Jp2mQwXr7Lt1Yb8Nc5Hd0Sf6Ga4Ue_KoTiVzB-'],
    ['a controller’s key', () => 'pac_0123456789abcdef'],
    ['an assertion', () => sealPrincipal(anonymous, 'resident@DEV', assertionKey)],
    ['a token of an identity provider', () => forge({ alg: 'RS256', typ: 'JWT', kid: 'rsa-1' })],
  ];

  test.each(others)('%s is not accepted on paths of residents', async (_what, make) => {
    for (const path of ['/api/v1/me', '/devices', '/access/points', '/access/verify']) {
      expect(await codeAt(path, await make())).toBe('401 token_invalid');
    }
  });

  test.each([...others, ['a resident’s token', () => good]] as typeof others)(
    '%s is not accepted on the Admin API',
    async (_what, make) => {
      expect(await codeAt('/api/admin/units', await make())).toMatch(/^401 (token_invalid|key_malformed)$/);
    },
  );
});

test('the scheme is one word in any case, with blanks before the token', async () => {
  const statusOf = async (authorization: string): Promise<number> =>
    (await call(gateway.port, '/api/v1/me', { headers: { authorization } })).status;
  for (const taken of [`bearer ${good}`, `BEARER ${good}`, `Bearer   ${good}`]) {
    expect(await statusOf(taken)).toBe(200);
  }
  const nbsp = '\u00a0';
  for (const refused of [
    `Bearer\t${good}`,
    `Bearer${good}`,
    good,
    `Bearer ${good} x`,
    `Bearer${nbsp}${good}`,
    `Bearer "${good}"`,
  ]) {
    expect(await statusOf(refused)).toBe(401);
  }
});
