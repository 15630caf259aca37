import { describe, expect, test } from 'vitest';
import { isWithinWindow, type PassWindow } from './pass-window.ts';

const zone = 'America/New_York';
const always: PassWindow = {
  startsAt: new Date('2026-01-01T00:00:00Z'),
  endsAt: new Date('2027-01-01T00:00:00Z'),
  weekdays: [],
  timeFrom: null,
  timeTo: null,
};
const holds = (fields: Partial<PassWindow>, at: string): boolean =>
  isWithinWindow({ ...always, ...fields }, zone, new Date(at));

describe('a pass holds', () => {
  test.each([
    ['from its start', { startsAt: new Date('2026-06-01T12:00:00Z') }, '2026-06-01T12:00:00Z', true],
    ['not before', { startsAt: new Date('2026-06-01T12:00:00Z') }, '2026-06-01T11:59:59Z', false],
    ['not from its end on', { endsAt: new Date('2026-06-01T12:00:00Z') }, '2026-06-01T12:00:00Z', false],
    ['from the minute of its window', { timeFrom: '09:00', timeTo: '17:00' }, '2026-06-01T13:00:00Z', true],
    ['not a second before', { timeFrom: '09:00', timeTo: '17:00' }, '2026-06-01T12:59:59Z', false],
    ['to the last second', { timeFrom: '09:00', timeTo: '17:00' }, '2026-06-01T20:59:59Z', true],
    ['not at the end', { timeFrom: '09:00', timeTo: '17:00' }, '2026-06-01T21:00:00Z', false],
    // 2026-06-01 is a Monday; at 02:00 UTC it is still Sunday there.
    ['on its weekday there', { weekdays: ['MON'] as const }, '2026-06-01T12:00:00Z', true],
    ['not on the day of another zone', { weekdays: ['MON'] as const }, '2026-06-01T02:00:00Z', false],
  ])('%s', (_when, fields, at, expected) => {
    expect(holds(fields as Partial<PassWindow>, at)).toBe(expected);
  });

  test.each([
    ['Friday evening', '2026-06-06T02:30:00Z', true],
    ['the morning after', '2026-06-06T09:30:00Z', true],
    ['not on Thursday evening', '2026-06-05T02:30:00Z', false],
    ['not on the morning of Friday', '2026-06-05T09:30:00Z', false],
    ['not at its end', '2026-06-06T10:00:00Z', false],
  ])('over the night of Friday: %s', (_when, at, expected) => {
    expect(holds({ weekdays: ['FRI'], timeFrom: '22:00', timeTo: '06:00' }, at)).toBe(expected);
  });

  // Clocks go forward on 2026-03-08 at 02:00 EST and back on 2026-11-01 at 02:00 EDT.
  test.each([
    ['spring: 03:30 EDT is within 01:00 to 04:00', '01:00', '04:00', '2026-03-08T07:30:00Z', true],
    ['spring: 04:00 EDT ends it, an hour early by the sun', '01:00', '04:00', '2026-03-08T08:00:00Z', false],
    ['spring: a window in the skipped hour does not come', '02:15', '02:45', '2026-03-08T07:20:00Z', false],
    ['spring: the night ends by the clock', '22:00', '06:00', '2026-03-08T09:59:00Z', true],
    ['spring: and not later', '22:00', '06:00', '2026-03-08T10:00:00Z', false],
    ['autumn: the first 01:30', '01:00', '02:00', '2026-11-01T05:30:00Z', true],
    ['autumn: the second 01:30', '01:00', '02:00', '2026-11-01T06:30:00Z', true],
    ['autumn: 02:00 EST ends it', '01:00', '02:00', '2026-11-01T07:00:00Z', false],
    ['autumn: the night ends by the clock', '22:00', '06:00', '2026-11-01T10:59:00Z', true],
    ['autumn: and not later', '22:00', '06:00', '2026-11-01T11:00:00Z', false],
  ] as const)('%s', (...[, timeFrom, timeTo, at, expected]) => {
    expect(holds({ timeFrom, timeTo }, at)).toBe(expected);
  });
});
