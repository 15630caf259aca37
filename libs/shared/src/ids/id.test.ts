import { expect, test } from 'vitest';
import { encodeBase32 } from '@pas/platform/ids/base32';
import { idPattern, idSchema, newId, prefixes } from './id.ts';

test('an id contains its entity and passes its own schema', () => {
  const id = newId('unit');
  expect(id).toMatch(/^unit_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(idSchema('unit').safeParse(id).success).toBe(true);
});

test('an id starts with the millisecond of its creation (RFC 9562, section 5.7)', () => {
  const before = Date.now();
  const letters = newId('unit').slice('unit_'.length);
  const after = Date.now();
  expect(letters >= encodeBase32(BigInt(before) << 80n)).toBe(true);
  expect(letters < encodeBase32(BigInt(after + 1) << 80n)).toBe(true);
});

test('each entity has a prefix of its own', () => {
  const all = Object.values(prefixes);
  expect([...new Set(all)]).toEqual(all);
});

test('ids are unique', () => {
  const ids = Array.from({ length: 10_000 }, () => newId('event'));
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  ['of another entity', () => newId('property')],
  ['in capitals', () => newId('unit').toUpperCase()],
  ['with a letter that isn’t in the alphabet', () => newId('unit').replace(/.$/, 'u')],
  ['with a line break at its end', () => `${newId('unit')}\n`],
  ['that is too short', () => newId('unit').slice(0, -1)],
  ['of more than 128 bits', () => `unit_8${'0'.repeat(25)}`],
  ['with something before it', () => ` ${newId('unit')}`],
])('an id %s is refused', (_name, make) => {
  expect(idSchema('unit').safeParse(make()).success).toBe(false);
});

test('the example of a schema is an id', () => {
  const { example } = idSchema('unit').meta() ?? {};
  expect(example).toMatch(idPattern('unit'));
});
