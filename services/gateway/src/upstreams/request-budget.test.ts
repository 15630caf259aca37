import { expect, test } from 'vitest';
import { RequestBudget } from './request-budget.ts';

test('a request is sent again twice at most', () => {
  const budget = new RequestBudget(60_000);
  const allowed: boolean[] = [];
  for (let attempt = 0; attempt < 4; attempt += 1) {
    allowed.push(budget.allowsRetry);
    budget.countRetry();
  }
  expect(allowed).toEqual([true, true, false, false]);
});

test('a request without time left is not sent again, and its headers leave a millisecond', () => {
  const budget = new RequestBudget(0);
  expect(budget.allowsRetry).toBe(false);
  const headers = {};
  budget.writeTo(headers);
  expect(Object.values(headers)).toEqual(['1']);
});

test('a service gets a quarter of a second less than its gateway has', () => {
  const headers = {};
  new RequestBudget(10_000).writeTo(headers);
  const [left] = Object.values(headers);
  expect(Number(left)).toBeLessThanOrEqual(9750);
  expect(Number(left)).toBeGreaterThan(9000);
});
