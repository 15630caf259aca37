import { describe, expect, test } from 'vitest';
import { formatPerformance, type BenchResult } from './performance-files.ts';

const result = (verdict: string): BenchResult => ({
  program: 'lists',
  measuredAt: '2026-11-21T09:45:20.758Z',
  machine: { node: 'v24.21.0', processors: 2 },
  loadAverage: { before: 4.43, after: 2.29 },
  comparisons: [{ ratio: 'list at 10k / at 1M', goal: '≥ 0.90', found: 1.019, verdict }],
});

describe('the page of the benchmarks’ results', () => {
  test('states goal, figure and verdict of the last run with its date and load', () => {
    expect(formatPerformance([result('met')], {})).toContain(`
## lists

2026-11-21, 2 processors, Node 24.21.0, load 4.43 to 2.29

| figure | goal | found | verdict |
|---|---|---|---|
| list at 10k / at 1M | ≥ 0.9 | 1.02 | met |
`);
  });

  test('shows a missed goal with its reason', () => {
    const page = formatPerformance([result('missed')], { lists: 'the index does not fit into memory.' });
    expect(page).toContain('| **missed** |\n\nMissed: the index does not fit into memory.\n');
  });

  test('refuses a missed goal without a reason, and a reason without a missed goal', () => {
    expect(() => formatPerformance([result('missed')], {})).toThrow('lists misses a goal: state the reason.');
    expect(() => formatPerformance([result('met')], { lists: 'a reason' })).toThrow(
      'lists misses no goal: delete the reason.',
    );
  });
});
