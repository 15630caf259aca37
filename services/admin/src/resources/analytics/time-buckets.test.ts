import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { bucketAt, bucketStarts, granuleOf, intervals, type Cut, type Period } from './time-buckets.ts';

const hourMs = 3_600_000;

const period = (from: string, to: string): Period => ({ from: new Date(from), to: new Date(to) });
const isoOf = (starts: readonly number[]): string[] => starts.map((start) => new Date(start).toISOString());
const hoursOf = (starts: readonly number[]): number[] =>
  starts.slice(1).map((start, index) => (start - (starts[index] ?? 0)) / hourMs);

describe('day buckets', () => {
  test('have 23 hours in spring and 25 in autumn in New York', () => {
    const cut: Cut = { interval: 'day', timeZone: 'America/New_York' };
    const spring = bucketStarts(period('2026-03-07T12:00:00Z', '2026-03-11T00:00:00Z'), cut);
    expect(isoOf(spring)).toEqual([
      '2026-03-07T05:00:00.000Z',
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T04:00:00.000Z',
      '2026-03-10T04:00:00.000Z',
    ]);
    expect(hoursOf(spring)).toEqual([24, 23, 24]);
    const autumn = bucketStarts(period('2026-10-31T12:00:00Z', '2026-11-03T12:00:00Z'), cut);
    expect(hoursOf(autumn)).toEqual([24, 25, 24]);
  });

  test('start at one o’clock if daylight saving time begins at midnight', () => {
    const cut: Cut = { interval: 'day', timeZone: 'Asia/Beirut' };
    const starts = bucketStarts(period('2026-03-28T00:00:00Z', '2026-03-30T00:00:00Z'), cut);
    // Midnight of the 29th does not exist: the clock jumps from 23:59 to 01:00, at 22:00 UTC.
    expect(isoOf(starts)).toEqual([
      '2026-03-27T22:00:00.000Z',
      '2026-03-28T22:00:00.000Z',
      '2026-03-29T21:00:00.000Z',
    ]);
  });

  test('skip a day that a time zone omits', () => {
    const cut: Cut = { interval: 'day', timeZone: 'Pacific/Apia' };
    const starts = bucketStarts(period('2011-12-29T12:00:00Z', '2011-12-31T12:00:00Z'), cut);
    const dates = starts.map((start) =>
      Temporal.Instant.fromEpochMilliseconds(start)
        .toZonedDateTimeISO('Pacific/Apia')
        .toPlainDate()
        .toString(),
    );
    expect(dates).toEqual(['2011-12-29', '2011-12-31', '2012-01-01']);
  });
});

test('weeks start on Monday, also across a clock change', () => {
  const cut: Cut = { interval: 'week', timeZone: 'Europe/Berlin' };
  const starts = bucketStarts(period('2026-03-25T00:00:00Z', '2026-04-07T00:00:00Z'), cut);
  expect(isoOf(starts)).toEqual([
    '2026-03-22T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
    '2026-04-05T22:00:00.000Z',
  ]);
});

describe('hour buckets', () => {
  test('include both repeated hours in autumn', () => {
    const cut: Cut = { interval: 'hour', timeZone: 'America/New_York' };
    const starts = bucketStarts(period('2026-11-01T04:00:00Z', '2026-11-01T08:00:00Z'), cut);
    expect(hoursOf(starts)).toEqual([1, 1, 1]);
  });

  test('start at the local full hour, also for an offset of a quarter of an hour', () => {
    const cut: Cut = { interval: 'hour', timeZone: 'Asia/Kathmandu' };
    const starts = bucketStarts(period('2026-05-01T10:00:00Z', '2026-05-01T12:00:00Z'), cut);
    expect(isoOf(starts)).toEqual([
      '2026-05-01T09:15:00.000Z',
      '2026-05-01T10:15:00.000Z',
      '2026-05-01T11:15:00.000Z',
    ]);
    expect(granuleOf(starts)).toBe(hourMs / 4);
  });

  test('end at a clock change of half an hour', () => {
    const cut: Cut = { interval: 'hour', timeZone: 'Australia/Lord_Howe' };
    const autumn = bucketStarts(period('2026-04-04T14:00:00Z', '2026-04-04T18:00:00Z'), cut);
    expect(hoursOf(autumn)).toEqual([1.5, 1, 1]);
    const spring = bucketStarts(period('2026-10-03T14:30:00Z', '2026-10-03T18:00:00Z'), cut);
    expect(hoursOf(spring).every((hours) => hours <= 1)).toBe(true);
  });
});

const zones = Intl.supportedValuesOf('timeZone');

const longest = { hour: 1.5 * hourMs, day: 49 * hourMs, week: 8 * 24 * hourMs } as const;

/** Periods in any zone: wide enough for each interval, and narrow enough for a fast test. */
const cuts = fc.record({
  interval: fc.constantFrom(...intervals),
  timeZone: fc.constantFrom(...zones),
  from: fc.date({ min: new Date('1990-01-01'), max: new Date('2037-01-01'), noInvalidDate: true }),
  hours: fc.integer({ min: 1, max: 24 * 45 }),
});

test('each moment of a period is in exactly one bucket, in every zone', () => {
  fc.assert(
    fc.property(cuts, fc.double({ min: 0, max: 1, noNaN: true }), (cut, share) => {
      const from = cut.from.getTime();
      const to = from + cut.hours * hourMs;
      const starts = bucketStarts({ from: cut.from, to: new Date(to) }, cut);
      expect(starts.every((start, index) => index === 0 || start > (starts[index - 1] ?? 0))).toBe(true);
      expect(starts[0]).toBeLessThanOrEqual(from);
      expect(starts.at(-1)).toBeLessThan(to);
      const moment = Math.min(to - 1, from + Math.floor(share * (to - from)));
      const found = bucketAt(starts, moment);
      expect(starts[found]).toBeLessThanOrEqual(moment);
      expect(moment).toBeLessThan(starts[found + 1] ?? Infinity);
    }),
  );
});

test('each bucket starts with a local hour, day or Monday, in every zone', () => {
  fc.assert(
    fc.property(cuts, ({ hours, ...cut }) => {
      const starts = bucketStarts({ from: cut.from, to: new Date(cut.from.getTime() + hours * hourMs) }, cut);
      for (const start of starts) {
        const local = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(cut.timeZone);
        const isStart =
          cut.interval === 'hour'
            ? local.subtract({ nanoseconds: 1 }).hour !== local.hour || local.minute === 0
            : local.startOfDay().equals(local);
        expect([cut.timeZone, local.toString(), isStart]).toEqual([cut.timeZone, local.toString(), true]);
      }
      for (const [index, start] of starts.entries()) {
        const next = starts[index + 1] ?? start;
        expect(next - start).toBeLessThanOrEqual(longest[cut.interval]);
      }
    }),
  );
});

test('all buckets are whole granules, in every zone', () => {
  fc.assert(
    fc.property(cuts, ({ hours, ...cut }) => {
      const starts = bucketStarts({ from: cut.from, to: new Date(cut.from.getTime() + hours * hourMs) }, cut);
      const granule = granuleOf(starts);
      expect(granule).toBeGreaterThanOrEqual(hourMs / 4);
      expect(starts.every((start) => start % granule === 0)).toBe(true);
    }),
  );
});
