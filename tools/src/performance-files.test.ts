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

  test('shows the parts of each process of an operation', () => {
    const rows = [
      { operation: 'create', process: 'admin-1', cpuMs: 5.128, shares: { 'own code': 16, Node: 13 } },
      { operation: 'create', process: 'mongod', cpuMs: 5.3, shares: {} },
    ];
    const { comparisons: _none, ...measured } = result('met');
    const page = formatPerformance(
      [{ ...measured, program: 'profile', rows, gatewayFolders: { none: 45 } }],
      {},
    );
    expect(page).toContain('## Profile\n\n2026-11-21, 2 processors');
    expect(page).toContain(`| operation | process | CPU, ms | own code, % | Node, % |
| --- | --- | --- | --- | --- |
| create | admin-1 | 5.13 | 16 | 13 |
| create | mongod | 5.30 | – | – |
`);
    expect(page).toContain('| none | 45 |\n');
  });

  test('refuses a missed goal without a reason, and a reason without a missed goal', () => {
    expect(() => formatPerformance([result('missed')], {})).toThrow('lists misses a goal: state the reason.');
    expect(() => formatPerformance([result('met')], { lists: 'a reason' })).toThrow(
      'lists misses no goal: delete the reason.',
    );
  });
});
