import { expect, test } from 'vitest';
import { sayTime } from './say-time.ts';

const now = Date.parse('2026-06-15T12:00:00.000Z');

test('a time of this year omits the year', () => {
  expect(sayTime('en', '2026-03-01T09:30:00.000Z', { now })).not.toContain('2026');
  expect(sayTime('de', '2026-03-01T09:30:00.000Z', { now })).toMatch(/^1\. März/);
});

test('a time of another year includes the year', () => {
  expect(sayTime('en', '2024-03-01T09:30:00.000Z', { now })).toContain('2024');
  expect(sayTime('fr', '2027-03-01T09:30:00.000Z', { now })).toContain('2027');
});

test('a time in the zone of a building differs from that of the device', () => {
  const at = '2026-06-05T22:30:00.000Z';
  expect(sayTime('de', at, { now, timeZone: 'America/New_York' })).toContain('18:30');
  expect(sayTime('de', at, { now, timeZone: 'Asia/Kolkata' })).toMatch(/^6\. Juni, 4:00/);
});
