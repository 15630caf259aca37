import { formatTable } from '../measure/format-table.ts';
import { isSteady } from '../measure/judge.ts';
import type { ListFigures } from './bench-lists.ts';

/** Writes a run's figures for people, ratios beside their goals. */
export function printListFigures(figures: ListFigures): string {
  const { before, after } = figures.loadAverage;
  const costs = Object.entries(figures.costs).map(([name, { cpuMs, storeCpuMs, elapsedMs }]) => [
    name,
    cpuMs.toFixed(2),
    storeCpuMs.toFixed(2),
    elapsedMs.toFixed(2),
  ]);
  const ratios = figures.comparisons.map(({ ratio, goal, found, verdict }) => [
    ratio,
    goal,
    found?.toFixed(2) ?? '–',
    verdict,
  ]);
  return [
    `${figures.rounds} rounds, load average ${before} to ${after}`,
    '',
    formatTable(['a page of 50', 'CPU, ms', 'of it the store’s', 'elapsed, ms'], costs),
    '',
    `the first page at 90 % depth that a process is asked for: ${figures.firstDeepMs} ms; lean + skip + countDocuments: ${figures.skippedDeepMs} ms`,
    '',
    `A/A ${figures.selfRatio.toFixed(2)}${isSteady(figures.selfRatio) ? '' : ', which is outside of 0.9 to 1.1'}`,
    '',
    formatTable(['ratio of CPU per page', 'goal', 'found', 'verdict'], ratios),
  ].join('\n');
}
