import { expect, test } from 'vitest';
import { readDate } from './read-date.ts';

const spellings = [
  '2026-03-01',
  '2026/3/1',
  '2026.03.01',
  '20260301',
  '2026-03-01T00:00:00.000Z',
  '2026-03-01 00:00:00',
  '3/1/2026',
  '3/1/26',
  '3-1-2026',
  '3/1/2026 12:00:00 AM',
  '01.03.2026',
  '1.3.26',
  '1 March 2026',
  '1-Mar-26',
  '01-MAR-2026',
  'March 1, 2026',
  'Mar. 1 2026',
  'Sunday, March 1, 2026',
  'Sun 1 Mar 2026',
  '1st March 2026',
  '1. März 2026',
  '1. Mrz. 2026',
  '1er mars 2026',
  '1 de marzo de 2026',
  '1 MARZO 2026',
];

test.each(spellings)('“%s” is the first of March in the United States', (text) => {
  expect(readDate(text, 'US')?.toString()).toBe('2026-03-01');
});

test('the day comes first in other countries and without a country', () => {
  expect(readDate('3/1/2026', 'GB')?.toString()).toBe('2026-01-03');
  expect(readDate('3/1/2026', null)?.toString()).toBe('2026-01-03');
});

const noDays = [
  '2026-02-30',
  '13/25/2026',
  '30 February 2026',
  '1 Ju 2026',
  '1 Jui 2026',
  '1 Smarch 2026',
  'March 2026',
  '46082',
  '0',
  'ASAP',
  '2926-03-01',
  '1026-03-01',
  '1/2',
  '12:00',
  'Unit 4 March',
];

test.each(noDays)('“%s” is not a valid date', (text) => {
  expect(readDate(text, 'US')).toBeNull();
});
