import { formatTable } from './format-table.ts';
import { isSteady, type Comparison } from './judge.ts';

/** Formats ratios beside their goals. */
export function formatComparisons(title: string, comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(({ ratio, goal, found, verdict }) => [
    ratio,
    goal,
    found?.toFixed(2) ?? '–',
    verdict,
  ]);
  return formatTable([title, 'goal', 'found', 'verdict'], rows);
}

/** The A/A ratio of a run, and whether the machine was steady enough for a verdict. */
export function formatSelfRatio(selfRatio: number): string {
  return `A/A ${selfRatio.toFixed(2)}${isSteady(selfRatio) ? '' : ', which is outside of 0.9 to 1.1'}`;
}
