import { expect, test } from 'vitest';
import { isQuietAt, defaultCallSettings, type CallSettings } from './call-settings.ts';

const zone = 'America/New_York';
const night: CallSettings = { ring: true, quietHours: [{ weekdays: ['FRI'], from: '22:00', to: '07:00' }] };
const noon: CallSettings = { ring: true, quietHours: [{ weekdays: ['SAT'], from: '12:00', to: '13:30' }] };

// 2026-03-06 is a Friday; New York is five hours behind UTC until 2026-03-08.
test.each([
  ['2026-03-07T02:59:00Z', night, false],
  ['2026-03-07T03:00:00Z', night, true],
  ['2026-03-07T11:59:00Z', night, true],
  ['2026-03-07T12:00:00Z', night, false],
  ['2026-03-06T06:00:00Z', night, false],
  ['2026-03-07T17:00:00Z', noon, true],
  ['2026-03-07T18:30:00Z', noon, false],
  ['2026-03-06T17:30:00Z', noon, false],
  ['2026-03-07T05:00:00Z', defaultCallSettings, false],
])('%s', (at, settings, isQuiet) => {
  expect(isQuietAt(settings, zone, new Date(at))).toBe(isQuiet);
});

test('the local time of the property counts, also with daylight saving time', () => {
  expect(isQuietAt(night, zone, new Date('2026-07-11T02:00:00Z'))).toBe(true);
  expect(isQuietAt(night, zone, new Date('2026-07-11T01:59:00Z'))).toBe(false);
});

test('midnight is the start of a day', () => {
  const atMidnight: CallSettings = {
    ring: true,
    quietHours: [{ weekdays: ['SAT'], from: '00:00', to: '01:00' }],
  };
  expect(isQuietAt(atMidnight, zone, new Date('2026-03-07T05:00:00Z'))).toBe(true);
});
