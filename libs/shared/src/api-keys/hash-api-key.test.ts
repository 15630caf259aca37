import { describe, expect, test } from 'vitest';
import { hashApiKey, matchesApiKeyHash } from './hash-api-key.ts';
import { mintApiKey } from './key-format.ts';

const pepper = 'pepper-of-at-least-32-characters!';

describe('hashApiKey', () => {
  test('is HMAC-SHA-256 in hex (RFC 4231, test case 2)', () => {
    expect(hashApiKey('what do ya want for nothing?', 'Jefe')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  test('recognizes the key it was made of, and no other key or pepper', () => {
    const { key } = mintApiKey('DEV');
    const hash = hashApiKey(key, pepper);
    expect(matchesApiKeyHash(key, hash, pepper)).toBe(true);
    expect(matchesApiKeyHash(mintApiKey('DEV').key, hash, pepper)).toBe(false);
    expect(matchesApiKeyHash(key, hash, `${pepper}2`)).toBe(false);
    expect(matchesApiKeyHash(key, 'not a hash', pepper)).toBe(false);
  });
});
