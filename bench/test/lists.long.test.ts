import { expect, inject, test } from 'vitest';
import { benchLists, formatLists } from '../src/lists/bench-lists.ts';
import { formatReport } from '../src/measure/report.ts';

test('a short run measures lists of three sizes and what counts them, and prints every figure', async () => {
  const sizes = { '10k': 200, '100k': 1000, '1M': 12_000 };
  const figures = await benchLists({ mongoUrl: inject('mongoUrl'), rounds: 1, sizes });
  for (const cost of Object.values(figures.costs)) {
    expect(cost.cpuMs).toBeGreaterThan(0);
    expect(cost.elapsedMs).toBeGreaterThan(0);
  }
  const [bySize, , , byDepth] = figures.comparisons ?? [];
  // So loose that only a list which reads all of its rows could fail.
  expect(bySize?.found).toBeGreaterThan(0.1);
  expect(byDepth?.found).toBeGreaterThan(0.1);
  const printed = formatReport(formatLists(figures), figures);
  for (const word of ['list, 1M', 'lean + countDocuments', 'A/A', '≥ 0.90', '≥ 20.00']) {
    expect(printed).toContain(word);
  }
});
