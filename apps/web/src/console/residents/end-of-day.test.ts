import { expect, test } from 'vitest';
import { dayInWords, endOfDay } from './end-of-day.ts';

test.each([
  ['2027-02-28', 'America/New_York', '2027-03-01T05:00:00.000Z'],
  ['2027-07-31', 'Europe/Berlin', '2027-07-31T22:00:00.000Z'],
  ['2026-12-31', 'UTC', '2027-01-01T00:00:00.000Z'],
  ['2026-12-31', 'Pacific/Kiritimati', '2026-12-31T10:00:00.000Z'],
  // A person is typing a year.
  ['0002-02-28', 'UTC', '0002-03-01T00:00:00.000Z'],
  // The clocks change on these days.
  ['2027-03-14', 'America/New_York', '2027-03-15T04:00:00.000Z'],
  ['2026-11-01', 'America/New_York', '2026-11-02T05:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
])('the day %s in %s ends at %s', (day, timeZone, end) => {
  expect(endOfDay(day, timeZone)).toBe(end);
});

test('a day in words is the same day in every time zone', () => {
  expect(dayInWords('2027-02-28')).toBe('Feb 28, 2027');
});
