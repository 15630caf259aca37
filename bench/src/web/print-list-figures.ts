import { formatTable } from '../measure/format-table.ts';
import { isSteady } from '../measure/judge.ts';
import type { WebListFigures } from './bench-web-lists.ts';

/** Writes a run's figures for people, ratios beside their goals. */
export function printWebListFigures(figures: WebListFigures): string {
  const { before, after } = figures.loadAverage;
  const times = Object.entries(figures.times).map(([list, { demo, load }]) => [list, `${demo}`, `${load}`]);
  const ratios = figures.comparisons.map(({ ratio, goal, found, verdict }) => [
    ratio,
    goal,
    found?.toFixed(2) ?? '–',
    verdict,
  ]);
  return [
    `${figures.rounds} rounds, load average ${before} to ${after}`,
    '',
    formatTable(['from the click until it can be used, ms', 'demo', '1,000,000 units'], times),
    '',
    `A/A ${figures.selfRatio.toFixed(2)}${isSteady(figures.selfRatio) ? '' : ', which is outside of 0.9 to 1.1'}`,
    '',
    formatTable(['ratio of times', 'goal', 'found', 'verdict'], ratios),
  ].join('\n');
}
