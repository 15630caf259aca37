import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor, isLost } from './feed-cursor.ts';

const at = new Date('2026-02-01T00:00:00.000Z');
const restores = [
  { id: 'a1', seq: 40 },
  { id: 'b2', seq: 30 },
];

test.each([
  ['issued before both restores, at the last restored event', 30, null, false],
  ['issued before both restores, after the last restored event', 31, null, true],
  ['issued between the restores, at the last restored event', 30, 'a1', false],
  ['issued between the restores, after the last restored event', 35, 'a1', true],
  ['issued after both restores', 90, 'b2', false],
  ['issued after a restore that the backup does not know', 1, 'c3', true],
])('a cursor that was %s is lost or not', (_when, seq, restore, expected) => {
  expect(isLost({ seq, at, restore }, restores)).toBe(expected);
});

test('a cursor without a restore keeps its form, and one with a restore is read back', () => {
  expect(Buffer.from(encodeCursor({ seq: 42, at, restore: null }), 'base64url').toString()).toBe(
    '1.42.20485',
  );
  const cursor = { seq: 42, at, restore: 'mh2x9k1a' };
  expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
});

test.each(['1.42.20485.', '1.42.20485.A', '1.42.20485.0123456789abc', '1.42.20485.a.b'])(
  'the cursor %s is refused',
  (plain) => {
    expect(decodeCursor(Buffer.from(plain).toString('base64url'))).toBeNull();
  },
);
