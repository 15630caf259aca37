import { expect, test } from 'vitest';
import { momentOf, wallTimeOf } from './zoned-time.ts';

test.each([
  ['America/New_York', '2026-06-05T18:00', '2026-06-05T22:00:00.000Z'],
  ['Europe/Berlin', '2026-01-05T00:15', '2026-01-04T23:15:00.000Z'],
  ['Asia/Kolkata', '2026-01-05T09:30', '2026-01-05T04:00:00.000Z'],
  ['UTC', '2026-12-31T23:59', '2026-12-31T23:59:00.000Z'],
])('%s: %s is %s, and back', (zone, wall, moment) => {
  expect(new Date(momentOf(wall, zone)).toISOString()).toBe(moment);
  expect(wallTimeOf(Date.parse(moment), zone)).toBe(wall);
});

test.each([
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
])('%s: a time that spring skips (%s) becomes the later one', (zone, wall, moment) => {
  expect(new Date(momentOf(wall, zone)).toISOString()).toBe(moment);
});

test.each([
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
])('%s: of a time that occurs twice (%s) the first is meant', (zone, wall, moment) => {
  expect(new Date(momentOf(wall, zone)).toISOString()).toBe(moment);
});

test('a text that is no time is NaN', () => {
  expect(momentOf('', 'UTC')).toBeNaN();
});
