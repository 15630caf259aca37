import { expect, test } from 'vitest';
import { moveTimeOf } from './move-day.tsx';

test.each([
  ['', 'America/New_York', null, true],
  ['2031-02-28', 'America/New_York', '2031-03-01T05:00:00.000Z', true],
  ['0002-02-28', 'UTC', '0002-03-01T00:00:00.000Z', false],
  ['2031-02-28', null, null, true],
])('the move after the day "%s" in the zone %s is at %s', (day, timeZone, effectiveAt, isWhole) => {
  expect(moveTimeOf(day, timeZone)).toEqual({ effectiveAt, timeZone, isWhole });
});
