import { expect, test } from 'vitest';
import { passedNotice } from './expiry-notices.ts';

const now = new Date('2027-03-01T12:00:00Z');
const hourMs = 3_600_000;

test.each([
  [15 * 24, null],
  [14 * 24 + 1, null],
  [14 * 24, 14],
  [25, 14],
  [24, 1],
  [-5, 1],
])('a key that ends in %i hours has passed the notice of %s days before', (hours, days) => {
  expect(passedNotice(new Date(now.getTime() + hours * hourMs), now)).toBe(days);
});
