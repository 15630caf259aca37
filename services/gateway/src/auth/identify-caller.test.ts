import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, test, vi } from 'vitest';
import { coreIssuer, jwt, newCallers, staffIssuer } from '../../test/support/callers.ts';
import { anonymousCaller, providerCaller, type Caller } from './caller.ts';
import { limitFailedCredentials } from './failed-credentials.ts';
import { createIdentifier, type IdentifyCaller } from './identify-caller.ts';

const address = '192.0.2.7';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

/** A token with a signature by the Core's own key, without an audience. */
const sign = (typ: string, issuer: string): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'Ed25519', typ, kid: 'core' })
    .setIssuer(issuer)
    .setAudience('somewhere')
    .setExpirationTime('5 min')
    .sign(privateKey);

/** An identifier, and the Core's keys that it has used. */
function newIdentifier(): { identify: IdentifyCaller; asked: string[] } {
  const asked: string[] = [];
  const keys = new Map<string, KeyObject>([['core', publicKey]]);
  vi.spyOn(keys, 'get').mockImplementation((kid) => {
    asked.push(kid);
    return publicKey;
  });
  const failures = limitFailedCredentials();
  return { identify: createIdentifier(newCallers(keys, { failures }), failures), asked };
}

const codeOf = async (identify: () => Caller | Promise<Caller>): Promise<string> => {
  try {
    return (await identify()).kind;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the Core’s keys', () => {
  test('verify a token of the Core’s type and issuer', async () => {
    const { identify, asked } = newIdentifier();
    const token = await sign('at+jwt', coreIssuer);
    expect(await codeOf(() => identify(bearer(token), address, 'resident'))).toBe('token_invalid');
    expect(asked).toEqual(['core']);
  });

  test.each([
    ['of another type', 'JWT', coreIssuer],
    ['of another issuer', 'at+jwt', 'http://other.test'],
    ['of an organization’s issuer', 'at+jwt', staffIssuer],
    ['of an assertion’s type', 'pas-assertion+jwt', coreIssuer],
  ])('are never asked about a token %s, which counts as forged', async (_what, typ, issuer) => {
    const { identify, asked } = newIdentifier();
    const token = await sign(typ, issuer);
    for (const area of ['admin', 'resident', 'mobile', 'controllers'] as const) {
      for (let failure = 0; failure < 75; failure += 1) {
        expect(await codeOf(() => identify(bearer(token), address, area))).toBe('token_invalid');
      }
    }
    expect(await codeOf(() => identify(bearer(token), address, 'resident'))).toBe('rate_limited');
    expect(asked).toEqual([]);
  });
});

describe('a wrong credential', () => {
  const wrong: [string, string, string][] = [
    ['a malformed API key', 'pas_x', 'key_malformed'],
    ['a controller key', 'pac_x', 'token_invalid'],
    ['a staff token', jwt({ typ: 'JWT' }, { iss: staffIssuer }), 'token_invalid'],
    ['a forged Core JWT', jwt({ typ: 'at+jwt' }, { iss: coreIssuer }), 'token_invalid'],
    ['a JWT of nobody', jwt({}, {}), 'token_invalid'],
    ['a text of no shape', 'let-me-in', 'key_malformed'],
  ];

  test.each(wrong)('%s is refused on the Admin API and counted', async (_what, token, code) => {
    const { identify } = newIdentifier();
    for (let failure = 0; failure < 300; failure += 1) {
      expect(await codeOf(() => identify(bearer(token), address, 'admin'))).toBe(code);
    }
    expect(await codeOf(() => identify(bearer(token), address, 'admin'))).toBe('rate_limited');
  });

  test('a session cookie is refused and not counted', async () => {
    const { identify } = newIdentifier();
    const cookie = '__Host-pas_session=abc';
    for (let turn = 0; turn < 301; turn += 1) {
      expect(await codeOf(() => identify({ cookie }, address, 'admin'))).toBe('credentials_missing');
    }
  });

  test.each(wrong.slice(1))('%s is ignored and not counted where none is needed', async (_what, token) => {
    const { identify } = newIdentifier();
    for (let turn = 0; turn < 301; turn += 1) {
      for (const area of ['sign_in', 'public'] as const) {
        expect(await identify(bearer(token), address, area)).toBe(anonymousCaller);
      }
      expect(await identify(bearer(token), address, 'webhooks')).toBe(providerCaller);
    }
  });

  test('an API key is refused in every area', async () => {
    for (const area of ['admin', 'sign_in', 'resident', 'controllers', 'webhooks', 'public'] as const) {
      const { identify } = newIdentifier();
      expect(await codeOf(() => identify(bearer('pas_x'), address, area))).toBe('key_malformed');
    }
  });
});
