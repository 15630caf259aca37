import { expect, test } from 'vitest';
import { Timestamp, timestamp } from './timestamp.ts';

test.each([
  ['2026-03-01T09:30:00.000Z', '2026-03-01T09:30:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  // Rows of earlier releases may have such moments, which are refused now.
  ['+010000-01-01T04:59:59.000Z', '9999-12-31T23:59:59.999Z'],
])('%s is shown as %s', (moment, shown) => {
  expect(timestamp(new Date(moment))).toBe(shown);
  expect(Timestamp.parse(shown)).toBe(shown);
});

test('no moment is shown as null', () => {
  expect(timestamp(null)).toBeNull();
});
