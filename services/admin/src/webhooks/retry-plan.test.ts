import { expect, test } from 'vitest';
import { nextTryAt } from './retry-plan.ts';

const now = new Date('2026-02-01T09:30:00.000Z');
const [second, minute, hour] = [1000, 60_000, 3_600_000];

const waitsAfter = (number: number): number[] =>
  Array.from({ length: 200 }, () => (nextTryAt(number, now)?.getTime() ?? NaN) - now.getTime());

test.each([
  [1, 5 * second],
  [2, 5 * minute],
  [3, 30 * minute],
  [4, 2 * hour],
  [5, 5 * hour],
  [6, 10 * hour],
  [7, 10 * hour],
])('the try after failure %i is due after %i ms, or a little later at random', (number, waitMs) => {
  const waits = waitsAfter(number);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(waitMs);
  expect(Math.max(...waits)).toBeLessThanOrEqual(1.2 * waitMs);
  expect(new Set(waits).size).toBeGreaterThan(10);
});

test('no further attempt follows the eighth failure', () => {
  expect(nextTryAt(8, now)).toBeNull();
});
