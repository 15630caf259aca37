import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';

import { assertionAudience, keyId, sealPrincipal } from '@pas/shared/principal/assertion';
import { createRouteGuard } from '@pas/shared/principal/route-guard';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { waitUntil } from '@pas/testing/wait-until';
import { SignJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { owner, startToy } from './toy-service.ts';
import { knownId } from './toy.routes.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const audience = assertionAudience('toy', 'TEST');

let kid: string;
let toy: ServiceHarness;
beforeAll(async () => {
  kid = await keyId(publicKey);
  const publicKeys = new Map([[kid, publicKey]]);
  toy = await startToy(inject('mongoUrl'), 'refuse', {
    guard: createRouteGuard({ audience, publicKeys }),
  });
});
afterAll(() => toy.stop());

async function call(assertion?: string): Promise<Response> {
  const headers = assertion === undefined ? {} : { 'x-pas-assertion': assertion };
  return fetch(`${toy.url}/api/admin/units/${knownId}`, { headers });
}

const claims = {
  kind: 'api_key',
  sub: 'key_1',
  name: null,
  tid: owner.tenantId,
  scopes: ['units:*'],
  props: null,
  sid: null,
};

interface Forgery {
  header?: Record<string, unknown>;
  payload?: JWTPayload;
  key?: KeyObject;
  /** Seconds from now. */
  expiresIn?: number | null;
}

/** An assertion that is right but for what is said otherwise. */
async function forge({ header, payload, key = privateKey, expiresIn = 30 }: Forgery = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const token = new SignJWT({ iss: 'pas-gateway', aud: audience, iat: now, ...claims, ...payload });
  token.setProtectedHeader({ alg: 'Ed25519', typ: 'pas-assertion+jwt', kid, ...header });
  if (expiresIn !== null) token.setExpirationTime(now + expiresIn);
  return token.sign(key);
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A compact JWS as jose would not make it. */
function handmade(header: object, payload: object, sign: (input: string) => string): string {
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${sign(input)}`;
}

const now = Math.floor(Date.now() / 1000);
const body = { iss: 'pas-gateway', aud: audience, iat: now, exp: now + 600, ...claims };
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const raw = publicKey.export({ format: 'jwk' }).x ?? '';
const hs256 = (secret: string | Buffer) => (input: string) =>
  createHmac('sha256', secret).update(input).digest('base64url');

const forgeries: [string, () => Promise<string | undefined> | string | undefined][] = [
  ['none at all', () => undefined],
  ['an empty one', () => ''],
  ['text', () => 'let-me-in'],
  ['one that has expired', () => forge({ expiresIn: -1 })],
  ['one that never expires', () => forge({ expiresIn: null })],
  ['one for another service', () => forge({ payload: { aud: assertionAudience('admin', 'TEST') } })],
  ['one for another environment', () => forge({ payload: { aud: assertionAudience('toy', 'DEV') } })],
  ['one for nobody', () => forge({ payload: { aud: [] } })],
  ['one by another issuer', () => forge({ payload: { iss: 'somebody' } })],
  ['one that is not valid yet', () => forge({ payload: { nbf: now + 3600 } })],
  ['another kind of token', () => forge({ header: { typ: 'at+jwt' } })],
  ['a token without a type', () => forge({ header: { typ: undefined } })],
  ['a stranger’s signature', () => forge({ key: stranger.privateKey })],
  [
    'a stranger’s key id',
    async () => forge({ key: stranger.privateKey, header: { kid: await keyId(stranger.publicKey) } }),
  ],
  ['no key id', () => forge({ header: { kid: undefined } })],
  ['a key id out of a prototype', () => forge({ header: { kid: '__proto__' } })],
  ['a path for a key id', () => forge({ header: { kid: '../../dev/null' } })],
  [
    'a key of its own',
    () => forge({ key: stranger.privateKey, header: { jwk: stranger.publicKey.export({ format: 'jwk' }) } }),
  ],
  [
    'a place for a key',
    () => forge({ key: stranger.privateKey, header: { jku: 'http://127.0.0.1/jwks.json', kid: 'x' } }),
  ],
  [
    'a critical extension',
    () =>
      handmade(
        { alg: 'Ed25519', typ: 'pas-assertion+jwt', kid, crit: ['exp2'], exp2: 1 },
        body,
        () => 'AAAA',
      ),
  ],
  ['alg none', () => handmade({ alg: 'none', typ: 'pas-assertion+jwt', kid }, body, () => '')],
  ['alg None', () => handmade({ alg: 'None', typ: 'pas-assertion+jwt', kid }, body, () => '')],
  [
    'the public key as a shared secret',
    () => handmade({ alg: 'HS256', typ: 'pas-assertion+jwt', kid }, body, hs256(pem)),
  ],
  [
    'the raw public key as a shared secret',
    () =>
      handmade({ alg: 'HS256', typ: 'pas-assertion+jwt', kid }, body, hs256(Buffer.from(raw, 'base64url'))),
  ],
  ['a caller of an unknown kind', () => forge({ payload: { kind: 'god' } })],
  ['a caller without scopes', () => forge({ payload: { scopes: undefined } })],
  ['two of them', async () => `${await forge()}, ${await forge()}`],
  [
    'one whose payload was changed',
    async () => {
      const [header, , signature] = (await forge()).split('.');
      return `${header}.${part({ ...body, tid: 'ten_other' })}.${signature}`;
    },
  ],
];

describe('a service', () => {
  test('takes the word of its gateway', async () => {
    expect((await call(await forge())).status).toBe(200);
    expect((await call(await sealPrincipal(owner, audience, privateKey))).status).toBe(200);
  });

  test.each(forgeries)('401 for %s, in the same words', async (_name, make) => {
    const response = await call(await make());
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toMatchObject({
      code: 'credentials_missing',
      message: 'Call this service through the gateway.',
    });
  });

  test('401 for credentials of the outer world', async () => {
    const headers = { authorization: `Bearer ${await forge()}`, cookie: `pas_session=${await forge()}` };
    const response = await fetch(`${toy.url}/api/admin/units/${knownId}`, { headers });
    expect(response.status).toBe(401);
  });

  test('a known assertion is refused as soon as it has expired', async () => {
    const assertion = await forge({ expiresIn: 1 });
    expect((await call(assertion)).status).toBe(200);
    const isRefused = async () => (await call(assertion)).status === 401;
    await waitUntil(isRefused, { what: 'the assertion to expire', timeoutMs: 3000 });
  });

  test('health is for anybody', async () => {
    expect((await fetch(`${toy.url}/livez`)).status).toBe(200);
    expect((await fetch(`${toy.url}/readyz`)).status).toBe(200);
  });
});
