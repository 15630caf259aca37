import { expect, test } from 'vitest';
import { sayBuildingTime } from './say-building-time.ts';

test.each([
  ['2026-06-05T22:00:00.000Z', 'America/New_York', 'Europe/Berlin', 'Jun 5, 2026, 6:00 PM ET'],
  ['2026-06-05T22:00:00.000Z', 'America/New_York', 'America/Toronto', 'Jun 5, 2026, 6:00 PM'],
  // Three weeks in March, when clocks change at different dates.
  ['2026-03-10T12:00:00.000Z', 'Europe/London', 'UTC', 'Mar 10, 2026, 12:00 PM'],
  ['2026-06-10T12:00:00.000Z', 'Europe/London', 'UTC', 'Jun 10, 2026, 1:00 PM United Kingdom Time'],
])('%s in %s, read in %s, is “%s”', (at, zone, own, words) => {
  expect(sayBuildingTime(at, zone, own).replaceAll('\u202F', ' ')).toBe(words);
});
