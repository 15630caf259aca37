import { formatComparisons, formatSelfRatio } from '../measure/format-comparisons.ts';
import { formatTable } from '../measure/format-table.ts';
import type { WebListFigures } from './bench-web-lists.ts';

/** Formats a run's figures, ratios beside their goals. */
export function printWebListFigures(figures: WebListFigures): string {
  const { before, after } = figures.loadAverage;
  const times = Object.entries(figures.times).map(([list, { demo, load }]) => [list, `${demo}`, `${load}`]);
  return [
    `${figures.rounds} rounds, load average ${before} to ${after}`,
    '',
    formatTable(['from the click until it can be used, ms', 'demo', '1,000,000 units'], times),
    '',
    formatSelfRatio(figures.selfRatio),
    '',
    formatComparisons('ratio of times', figures.comparisons),
  ].join('\n');
}
