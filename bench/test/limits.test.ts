import { expect, inject, test } from 'vitest';
import { benchLimits, formatLimits } from '../src/limits/bench-limits.ts';
import { formatReport } from '../src/measure/report.ts';

test('a short run measures leases, a local bucket and a write per request, and prints every figure', async () => {
  const figures = await benchLimits({ mongoUrl: inject('mongoUrl'), rounds: 1, requests: 500 });
  const [besideLocal, besideStore] = figures.comparisons ?? [];
  // So loose that only a limiter that asks the store for each request could fail.
  expect(besideLocal?.found).toBeGreaterThan(0.1);
  expect(besideStore?.found).toBeGreaterThan(0.5);
  const printed = formatReport(formatLimits(figures), figures);
  for (const word of ['leases from the store', 'A/A', '≥ 0.95', '≥ 8.00']) {
    expect(printed).toContain(word);
  }
});
