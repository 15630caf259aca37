import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { assertionAudience, keyId } from '@pas/shared/principal/assertion';
import { SignJWT, type JWTPayload } from 'jose';

import { owner } from './toy-service.ts';

/** The gateway's key. */
export const { privateKey, publicKey } = generateKeyPairSync('ed25519');

/** The key that the gateway will sign with after its rotation. */
export const next = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
export const audience = assertionAudience('toy', 'TEST');

export const kid = await keyId(publicKey);

const claims = {
  kind: 'api_key',
  sub: 'key_1',
  name: null,
  tid: owner.tenantId,
  scopes: ['units:*'],
  props: null,
  sid: null,
};

export interface Forgery {
  header?: Record<string, unknown>;
  payload?: JWTPayload;
  key?: KeyObject;
  /** Seconds from now. */
  issuedIn?: number;
  /** Seconds from now. */
  expiresIn?: number | null;
}

/** Makes an assertion that is valid except for the given faults. */
export async function forge(forgery: Forgery = {}): Promise<string> {
  const { header, payload, key = privateKey, issuedIn = 0, expiresIn = 30 } = forgery;
  const now = Math.floor(Date.now() / 1000);
  const iat = now + issuedIn;
  const token = new SignJWT({ iss: 'pas-gateway', aud: audience, iat, ...claims, ...payload });
  token.setProtectedHeader({ alg: 'Ed25519', typ: 'pas-assertion+jwt', kid, ...header });
  if (expiresIn !== null) token.setExpirationTime(now + expiresIn);
  return token.sign(key);
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Makes a compact JWS that jose would not make. */
function handmade(header: object, payload: object, signWith: (input: string) => string): string {
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${signWith(input)}`;
}

/** Signs with the gateway's own key, so that only the given faults are wrong. */
const rightly = (input: string): string => sign(null, Buffer.from(input), privateKey).toString('base64url');

/** Makes a JWS with an unencoded payload (RFC 7797), which is not a JWT. */
function unencoded(payload: object): string {
  const header = part({ alg: 'Ed25519', typ: 'pas-assertion+jwt', kid, b64: false, crit: ['b64'] });
  const input = `${header}.${JSON.stringify(payload)}`;
  return `${input}.${rightly(input)}`;
}

const now = Math.floor(Date.now() / 1000);
const body = { iss: 'pas-gateway', aud: audience, iat: now, exp: now + 30, ...claims };
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const raw = publicKey.export({ format: 'jwk' }).x ?? '';
const hs256 = (secret: string | Buffer) => (input: string) =>
  createHmac('sha256', secret).update(input).digest('base64url');

/** Forgeries that every service must refuse, with the function that makes each. */
export const forgeries: [string, () => Promise<string | undefined> | string | undefined][] = [
  ['none at all', () => undefined],
  ['an empty one', () => ''],
  ['text', () => 'let-me-in'],
  ['one that expired more than a minute ago', () => forge({ issuedIn: -91, expiresIn: -61 })],
  ['one that was issued more than a minute in the future', () => forge({ issuedIn: 70, expiresIn: 100 })],
  ['one that lives longer than two minutes', () => forge({ expiresIn: 121 })],
  ['one that lives for ever', () => forge({ payload: { exp: Number.MAX_VALUE }, expiresIn: null })],
  ['one without a time of issue', () => forge({ payload: { iat: undefined as never } })],
  ['one that never expires', () => forge({ expiresIn: null })],
  ['one for another service', () => forge({ payload: { aud: assertionAudience('admin', 'TEST') } })],
  ['one for another environment', () => forge({ payload: { aud: assertionAudience('toy', 'DEV') } })],
  ['one for nobody', () => forge({ payload: { aud: [] } })],
  ['one by another issuer', () => forge({ payload: { iss: 'somebody' } })],
  ['one that is not valid yet', () => forge({ payload: { nbf: now + 3600 } })],
  ['one of another issuer’s', () => forge({ payload: { iss: ['pas-gateway'] as never } })],
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
    () => handmade({ alg: 'Ed25519', typ: 'pas-assertion+jwt', kid, crit: ['exp2'], exp2: 1 }, body, rightly),
  ],
  ['an unencoded payload', () => unencoded(body)],
  ['the word that the payload is not encoded', () => forge({ header: { b64: false } })],
  [
    'the older name of the algorithm',
    () => handmade({ alg: 'EdDSA', typ: 'pas-assertion+jwt', kid }, body, rightly),
  ],
  [
    'an algorithm of another family',
    () => handmade({ alg: 'ES256', typ: 'pas-assertion+jwt', kid }, body, () => 'A'.repeat(86)),
  ],
  ['one of 20,000 characters', () => `${'A'.repeat(20_000)}.${'A'.repeat(200)}.AAAA`],
  ['one with an empty signature', async () => (await forge()).replace(/[^.]+$/, '')],
  [
    'one in another spelling',
    async () => (await forge()).replace(/.$/, (last) => ({ A: 'B', Q: 'R', g: 'h' })[last] ?? 'x'),
  ],
  ['one with a fourth part', async () => `${await forge()}.AAAA`],
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
