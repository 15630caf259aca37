import { formatTable } from './format-table.ts';
import type { Comparison } from './judge.ts';

/** Lays out ratios beside their goals. */
export function formatComparisons(title: string, comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(({ ratio, goal, found, verdict }) => [
    ratio,
    goal,
    found?.toFixed(2) ?? '–',
    verdict,
  ]);
  return formatTable([title, 'goal', 'found', 'verdict'], rows);
}
