import { expect, test } from 'vitest';
import { isStrictJws } from './strict-jws.ts';

const jws = (header: unknown): string =>
  `${Buffer.from(JSON.stringify(header)).toString('base64url')}.e30.AAAA`;

test('a compact JWS with a plain header is strict', () => {
  expect(isStrictJws(jws({ alg: 'Ed25519', typ: 'JWT', kid: 'a' }))).toBe(true);
});

test.each([
  ['a payload that is not encoded', { alg: 'Ed25519', b64: false }],
  ['the word that it is encoded', { alg: 'Ed25519', b64: true }],
  ['a critical extension', { alg: 'Ed25519', crit: ['exp'], exp: 1 }],
  ['a list of no critical extension', { alg: 'Ed25519', crit: [] }],
  ['no header', null],
  ['a list for a header', []],
  ['a text for a header', 'alg'],
])('one with %s is not', (_what, header) => {
  expect(isStrictJws(jws(header))).toBe(false);
});

test('a JWS whose header is not JSON is not strict', () => {
  expect(isStrictJws('AAAA.e30.AAAA')).toBe(false);
});
