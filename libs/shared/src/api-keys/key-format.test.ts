import { assert, constantFrom, nat, pre, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mintApiKey, parseApiKey } from './key-format.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split('');
const minted = constantFrom('PROD', 'STAGING', 'TEST', 'DEV', 'QA_2').map((environment) =>
  mintApiKey(environment),
);

describe('mintApiKey', () => {
  test.each([
    ['PROD', 'live'],
    ['STAGING', 'stg'],
    ['TEST', 'test'],
    ['DEV', 'dev'],
    ['QA_2', 'dev'],
  ])('a key of %s has the kind %s', (environment, kind) => {
    expect(mintApiKey(environment).key).toMatch(
      new RegExp(String.raw`\bpas_${kind}_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}\b`),
    );
  });

  test('the record shows parts of the key, but only the last four characters of its secret', () => {
    assert(
      property(minted, ({ key, prefix, publicId, last4 }) => {
        expect(key.startsWith(`${prefix}_`)).toBe(true);
        expect(prefix.endsWith(`_${publicId}`)).toBe(true);
        expect(key.endsWith(last4)).toBe(true);
      }),
    );
  });

  test('no two keys are alike', () => {
    const keys = Array.from({ length: 1000 }, () => mintApiKey('DEV'));
    expect(new Set(keys.map((key) => key.publicId)).size).toBe(1000);
    expect(new Set(keys.map((key) => key.key.slice(-49))).size).toBe(1000);
  });
});

describe('parseApiKey', () => {
  test('reads the public id of every minted key', () => {
    assert(
      property(minted, ({ key, publicId }) => {
        expect(parseApiKey(key)).toEqual({ publicId });
      }),
    );
  });

  test('refuses a key with any one character changed', () => {
    const position = nat({ max: 69 });
    assert(
      property(minted, position, constantFrom(...base62), ({ key }, at, character) => {
        pre(at < key.length && key[at] !== character);
        expect(parseApiKey(key.slice(0, at) + character + key.slice(at + 1))).toBeNull();
      }),
    );
  });

  test('refuses a key with two neighbours swapped', () => {
    assert(
      property(minted, nat({ max: 68 }), ({ key }, at) => {
        pre(at + 1 < key.length && key[at] !== key[at + 1]);
        expect(parseApiKey(key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2))).toBeNull();
      }),
    );
  });

  test('refuses a key with a prefix, a suffix or a missing part', () => {
    assert(
      property(minted, string({ minLength: 1 }), ({ key }, extra) => {
        expect(parseApiKey(extra + key)).toBeNull();
        expect(parseApiKey(key + extra)).toBeNull();
        expect(parseApiKey(key.slice(0, -extra.length))).toBeNull();
      }),
    );
  });

  test('never throws for any input', () => {
    assert(
      property(string({ unit: 'binary' }), (text) => {
        expect(parseApiKey(text)).toBeNull();
      }),
    );
  });

  test('a checksum is valid only as CRC-32 (IEEE) in base 62', () => {
    const body = `pas_test_000000000000_${'0'.repeat(43)}`;
    expect(parseApiKey(`${body}1qHAr0`)).toBeNull();
    expect(parseApiKey(body + crc32InBase62(body))).toEqual({ publicId: '000000000000' });
  });
});

/** CRC-32 bit by bit (ISO 3309), independent of the library that the code under test uses. */
function crc32InBase62(text: string): string {
  let crc = 0xff_ff_ff_ff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1;
  }
  let rest = (crc ^ 0xff_ff_ff_ff) >>> 0;
  let spelled = '';
  for (let position = 0; position < 6; position += 1) {
    spelled = base62[rest % 62] + spelled;
    rest = Math.floor(rest / 62);
  }
  return spelled;
}
