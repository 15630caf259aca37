import { expect, test } from 'vitest';
import { readDate, readMidnight, type DateRules } from './read-date.ts';

const thisYear = 2026;
const inAmerica: DateRules = { country: 'US', thisYear };
const nowhere: DateRules = { country: null, thisYear };

const read = (text: string, rules: DateRules = inAmerica): string | null =>
  readDate(text, rules)?.toString() ?? null;

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
  '3/1/2026, 12:00:00\u202fAM',
  '3/1/2026 12:00:00 a. m.',
  '01.03.2026 14:30 Uhr',
  'Sun Mar 01 2026 00:00:00 GMT-0500 (Eastern Standard Time)',
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
  '1st of March 2026',
  '2026-Mar-01',
  'Mon 3/1/2026',
  'Mar/1/2026',
  '1. März 2026',
  '1. Mrz. 2026',
  '1er mars 2026',
  '1 de marzo de 2026',
  '1º de marzo del 2026',
  'dimanche 1 mars 2026',
  '1 MARZO 2026',
];

test.each(spellings)('“%s” is the first of March in the United States', (text) => {
  expect(read(text)).toBe('2026-03-01');
});

test('the day comes first, except in countries that write the month first', () => {
  expect(read('3/1/2026', { country: 'GB', thisYear })).toBe('2026-01-03');
});

test('the order of the column overrides the order of the country', () => {
  expect(read('3/1/2026', { ...inAmerica, order: 'DMY' })).toBe('2026-01-03');
  expect(read('3/1/2026', { ...nowhere, order: 'MDY' })).toBe('2026-03-01');
});

test('a date of unknown order is ambiguous, unless its numbers show the order', () => {
  expect(read('3/1/2026', nowhere)).toBe('ambiguous');
  expect(read('3/1/2026', { ...inAmerica, order: 'MIXED' })).toBe('ambiguous');
  expect(['31/3/2026', '3/31/2026', '3/3/2026', '1.3.2026'].map((text) => read(text, nowhere))).toEqual([
    '2026-03-31',
    '2026-03-31',
    '2026-03-03',
    '2026-03-01',
  ]);
});

test('a short year lies at most ten years ahead, else in the century before', () => {
  expect(['6/1/98', '6/1/36', '6/1/37', '1-Jun-99'].map((text) => read(text))).toEqual([
    '1998-06-01',
    '2036-06-01',
    '1937-06-01',
    '1999-06-01',
  ]);
  expect(read('6/1/03', { ...inAmerica, thisYear: 2095 })).toBe('2103-06-01');
});

test('a moment that is midnight in the zone is the day that it begins', () => {
  expect(readMidnight('2026-02-28T23:00:00Z', 'Europe/Berlin')?.toString()).toBe('2026-03-01');
  expect(readMidnight('2026-03-01T00:00:00Z', 'America/New_York')).toBeNull();
  expect(readMidnight('2026-03-01', 'Europe/Berlin')).toBeNull();
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
  expect(read(text)).toBeNull();
});
