import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { describe, expect, test } from 'vitest';
import { readCredential } from './read-credential.ts';

describe('readCredential', () => {
  test.each([[undefined], [''], ['   ']])('%j is none', (header) => {
    expect(readCredential(header)).toEqual({ kind: 'none' });
  });

  test.each(['Bearer', 'bearer', 'BEARER', 'Bearer  '])('the scheme may be spelled %j', (scheme) => {
    const token = mintApiKey('DEV').key;
    expect(readCredential(`${scheme} ${token}`)).toEqual({ kind: 'api_key', token });
  });

  test('whatever begins like a key wants to be one', () => {
    expect(readCredential('Bearer pas_x.y.z')).toEqual({ kind: 'api_key', token: 'pas_x.y.z' });
  });

  test.each(['e30.e30.c2ln', 'e30.e30.'])('three base64url parts are a token: %s', (token) => {
    expect(readCredential(`Bearer ${token}`)).toEqual({ kind: 'jwt', token });
  });

  test.each([
    'Bearer',
    'Bearer a b',
    'Basic e30.e30.e30',
    'e30.e30.e30',
    'Bearer e30.e30',
    'Bearer a.b.c.d',
    'Bearer é.b.c',
  ])('%j is unreadable', (header) => {
    expect(readCredential(header)).toEqual({ kind: 'unreadable' });
  });
});
