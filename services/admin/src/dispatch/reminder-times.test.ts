import { describe, expect, test } from 'vitest';
import { nextReminder, nextSendingTime } from './reminder-times.ts';

describe('nextSendingTime', () => {
  test.each([
    ['at 9:00 it is now', '2026-01-15T14:00:00Z', '2026-01-15T14:00:00.000Z'],
    ['at 19:59 it is now', '2026-01-16T00:59:00Z', '2026-01-16T00:59:00.000Z'],
    ['at 20:00 it is tomorrow at 9:00', '2026-01-16T01:00:00Z', '2026-01-16T14:00:00.000Z'],
    ['at 8:59 it is today at 9:00', '2026-01-15T13:59:00Z', '2026-01-15T14:00:00.000Z'],
    [
      'in the night in which daylight saving time begins, 9:00 comes an hour earlier',
      '2026-03-08T02:00:00Z',
      '2026-03-08T13:00:00.000Z',
    ],
    [
      'in the night in which daylight saving time ends, 9:00 comes an hour later',
      '2026-11-01T01:00:00Z',
      '2026-11-01T14:00:00.000Z',
    ],
  ])('in New York, %s', (_what, at, wanted) => {
    expect(nextSendingTime(new Date(at), 'America/New_York').toISOString()).toBe(wanted);
  });

  test('a half-hour time zone has its own 9:00', () => {
    const at = nextSendingTime(new Date('2026-06-01T18:00:00Z'), 'Asia/Kolkata');
    expect(at.toISOString()).toBe('2026-06-02T03:30:00.000Z');
  });
});

describe('nextReminder', () => {
  const from = new Date('2026-06-01T12:00:00Z');
  const reminders = { from, hours: [24, 48, 120], timeZone: 'UTC' };

  test('is the first hour in the future', () => {
    expect(nextReminder({ ...reminders, after: from })?.toISOString()).toBe('2026-06-02T12:00:00.000Z');
    const third = new Date('2026-06-03T12:00:00Z');
    expect(nextReminder({ ...reminders, after: third })?.toISOString()).toBe('2026-06-06T12:00:00.000Z');
  });

  test('is null after the last hour, or without hours', () => {
    expect(nextReminder({ ...reminders, after: new Date('2026-06-06T12:00:00Z') })).toBeNull();
    expect(nextReminder({ ...reminders, hours: [], after: from })).toBeNull();
  });
});
