import { describe, expect, test } from 'vitest';
import { createRetryBudget } from './retry-budget.ts';

const spendAll = (budget: ReturnType<typeof createRetryBudget>): number => {
  let spent = 0;
  while (budget.spend()) spent += 1;
  return spent;
};

describe('createRetryBudget', () => {
  test('allows a burst of a hundred, then a tenth of the requests', () => {
    const budget = createRetryBudget(() => 0);
    expect(spendAll(budget)).toBe(100);
    for (let request = 0; request < 205; request += 1) budget.earn();
    expect(spendAll(budget)).toBe(20);
  });

  test('allows two for each second without requests, and never more than the burst', () => {
    let now = 0;
    const budget = createRetryBudget(() => now);
    spendAll(budget);
    now += 3000;
    expect(spendAll(budget)).toBe(6);
    now += 3_600_000;
    for (let request = 0; request < 5000; request += 1) budget.earn();
    expect(spendAll(budget)).toBe(100);
  });
});
