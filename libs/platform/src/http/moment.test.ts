import { describe, expect, test } from 'vitest';
import { Moment } from './moment.ts';

describe('a moment', () => {
  test.each([
    ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T09:30:00.123456Z', '2026-03-01T09:30:00.123Z'],
    ['2026-03-01T09:30:00+01:00', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T09:30:00 01:00', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01t09:30:00.5 05:30', '2026-03-01T04:00:00.500Z'],
    ['2026-03-01T00:15:00-11:30', '2026-03-01T11:45:00.000Z'],
    ['2026-03-01T09:30:00-00:00', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01t09:30:00z', '2026-03-01T09:30:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['2028-02-29T23:59:59+00:00', '2028-02-29T23:59:59.000Z'],
  ])('%s is %s', (text, moment) => {
    expect(Moment.parse(text).toISOString()).toBe(moment);
  });

  test.each([
    ['no offset', '2026-03-01T09:30:00'],
    ['only a date', '2026-03-01'],
    ['a space for the T', '2026-03-01 09:30:00Z'],
    ['a day that does not exist', '2026-02-29T00:00:00Z'],
    ['an hour that does not exist', '2026-03-01T24:00:00Z'],
    ['an offset that does not exist', '2026-03-01T09:30:00+25:00'],
    ['an offset without its colon', '2026-03-01T09:30:00+0100'],
    ['the name of a zone', '2026-03-01T09:30:00 CET'],
    ['a number', '1772357400000'],
    ['nothing', ''],
    ['a moment of the year 10000', '9999-12-31T23:59:59-00:01'],
    ['a moment before the year 0', '0000-01-01T00:00:00+00:01'],
  ])('is not %s', (_name, text) => {
    expect(Moment.safeParse(text).success).toBe(false);
  });
});
