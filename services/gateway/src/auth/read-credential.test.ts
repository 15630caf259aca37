import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { describe, expect, test } from 'vitest';
import { digestOf } from './credential-cache.ts';
import { readCredential, readTokenClaim } from './read-credential.ts';

describe('readCredential', () => {
  test.each([[undefined], [''], ['   ']])(
    'Authorization %j is none, and the cookie stands',
    (authorization) => {
      const headers = { ...(authorization !== undefined && { authorization }), cookie: 'a=b' };
      expect(readCredential(headers)).toEqual({
        hasAuthorization: false,
        token: '',
        digest: '',
        cookie: 'a=b',
      });
    },
  );

  test.each(['Bearer', 'bearer', 'BEARER', 'Bearer  '])('the scheme may be spelled %j', (scheme) => {
    const token = mintApiKey('DEV').key;
    expect(readCredential({ authorization: `${scheme} ${token}` })).toEqual({
      hasAuthorization: true,
      token,
      digest: digestOf(token),
      cookie: undefined,
    });
  });

  test.each(['Bearer', 'Bearer a b', 'Basic e30.e30.e30', 'e30.e30.e30'])(
    '%j holds no token',
    (authorization) => {
      expect(readCredential({ authorization })).toMatchObject({ hasAuthorization: true, token: '' });
    },
  );
});

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('readTokenClaim', () => {
  test('reads the type and the issuer without checking the signature', () => {
    const token = `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode({ iss: 'http://portal.test' })}.`;
    expect(readTokenClaim(token)).toEqual({ typ: 'at+jwt', iss: 'http://portal.test' });
  });

  test.each([
    ['no JWT', mintApiKey('DEV').key],
    ['a header that is no JSON', `pas_x.${encode({})}.z`],
    ['a header that is no object', `${encode(['at+jwt'])}.${encode({})}.`],
    ['a payload that is no object', `${encode({ typ: 'at+jwt' })}.${encode(null)}.`],
  ])('is null for %s', (_what, token) => {
    expect(readTokenClaim(token)).toBeNull();
  });
});
