import { expect, test } from 'vitest';
import { formatStatuses, hasTimedOut, summarizeAnswers, totalStatuses } from './load-result.ts';

const answer = (status: number | string, ms = 5) => ({ status, ms, text: '' });

test('only answers with 2xx count as done, and only theirs are the latencies', () => {
  const load = summarizeAnswers([answer(201, 3), answer(503, 9), answer('ECONNRESET', 1)], 1000);
  expect(load).toEqual({
    elapsedMs: 1000,
    succeeded: 1,
    statuses: { 201: 1, 503: 1, ECONNRESET: 1 },
    latenciesMs: [3],
  });
  expect(hasTimedOut(load)).toBe(false);
});

test('a load with a request that timed out is recognized', () => {
  expect(hasTimedOut(summarizeAnswers([answer(201), answer('time-out')], 1000))).toBe(true);
});

test('statuses add up, and read well', () => {
  const total = totalStatuses([{ statuses: { 201: 2 } }, { statuses: { 201: 3, 503: 1 } }]);
  expect(formatStatuses(total)).toBe('201 × 5, 503 × 1');
  expect(formatStatuses({})).toBe('none');
});
