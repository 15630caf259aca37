import { expect, test } from 'vitest';
import { sayDays, timesOf } from './pass-times.ts';

const zone = 'America/New_York';

test.each([
  ['in the evening', '2026-06-05T22:00:00.000Z', '2026-06-06T10:00:00.000Z'],
  ['after midnight, the same night', '2026-06-06T05:00:00.000Z', '2026-06-06T10:00:00.000Z'],
  ['on the last day of a month', '2026-06-30T16:00:00.000Z', '2026-07-01T10:00:00.000Z'],
  ['before the clocks change', '2026-11-01T01:00:00.000Z', '2026-11-01T11:00:00.000Z'],
])('tonight %s ends at six in the morning at the building', (_when, at, endsAt) => {
  expect(timesOf('tonight', Date.parse(at), zone)).toEqual({ startsAt: at, endsAt });
});

test('every Friday begins now and is valid on Fridays for twelve weeks', () => {
  const times = timesOf('FRI', Date.parse('2026-06-05T22:00:00.000Z'), zone);
  expect(times).toEqual({
    startsAt: '2026-06-05T22:00:00.000Z',
    endsAt: '2026-08-28T22:00:00.000Z',
    weekdays: ['FRI'],
  });
});

test('a number of hours begins now', () => {
  const at = '2026-06-05T22:00:00.000Z';
  expect(timesOf('8', Date.parse(at), zone)).toEqual({ startsAt: at, endsAt: '2026-06-06T06:00:00.000Z' });
});

test.each([
  ['en', 'Monday and Friday'],
  ['de', 'Montag und Freitag'],
  ['fr', 'lundi et vendredi'],
  ['es', 'lunes y viernes'],
])('names days in the language %s', (language, names) => {
  expect(sayDays(language, ['MON', 'FRI'])).toBe(names);
});
