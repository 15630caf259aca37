import { expect, test } from 'vitest';
import { withDays } from '../list/use-search-state.ts';
import { withPeriod } from './with-period.ts';

const now = Date.parse('2026-03-02T09:30:00.000Z');

test('the last 24 hours begin at the same time of yesterday', () => {
  const from = '2026-03-01T09:30:00.000Z';
  expect(withDays(withPeriod({ period: 'day', result: 'FAILURE' }, now))).toEqual({
    result: 'FAILURE',
    from,
  });
});

test('chosen days replace the period, and an unknown period is no filter', () => {
  expect(withPeriod({ period: 'day', from: '2026-02-01' }, now)).toEqual({ from: '2026-02-01' });
  expect(withPeriod({ period: 'century' }, now)).toEqual({});
});

test.each([
  ['25', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['23', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
])('a day of %s hours ends at the next midnight', (_hours, day, from, to) => {
  expect(withDays({ from: day, to: day }, 'America/New_York')).toEqual({ from, to });
});
