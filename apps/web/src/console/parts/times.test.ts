import { expect, test } from 'vitest';
import { sayDay } from './times.tsx';

test.each([
  ['America/New_York', 'Feb 28, 2027'],
  ['Europe/Berlin', 'Mar 1, 2027'],
])('a day in %s is that of its calendar', (timeZone, day) => {
  expect(sayDay('2027-03-01T04:59:59.999Z', timeZone)).toBe(day);
});
