import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeBase32 } from './base32.ts';

const bits128 = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Reads the text back letter by letter. */
function decodeBase32(text: string): bigint {
  return text.split('').reduce((bits, letter) => bits * 32n + BigInt(alphabet.indexOf(letter)), 0n);
}

const compare = <T extends bigint | string>(a: T, b: T): number => Number(a > b) - Number(a < b);

describe('encodeBase32', () => {
  test('spells well-known numbers', () => {
    expect(encodeBase32(0n)).toBe('0'.repeat(26));
    expect(encodeBase32(32n)).toBe(`${'0'.repeat(24)}10`);
    expect(encodeBase32(2n ** 128n - 1n)).toBe(`7${'z'.repeat(25)}`);
  });

  test('keeps all bits, in 26 characters of the alphabet', () => {
    fc.assert(
      fc.property(bits128, (bits) => {
        expect(encodeBase32(bits)).toMatch(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/);
        expect(decodeBase32(encodeBase32(bits))).toBe(bits);
      }),
    );
  });

  test('sorts as the numbers do', () => {
    fc.assert(
      fc.property(bits128, bits128, (a, b) => {
        expect(compare(encodeBase32(a), encodeBase32(b))).toBe(compare(a, b));
      }),
    );
  });
});
