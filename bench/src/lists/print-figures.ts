import { formatComparisons, formatSelfRatio } from '../measure/format-comparisons.ts';
import { formatTable } from '../measure/format-table.ts';
import type { ListFigures } from './bench-lists.ts';

/** Formats a run's figures, ratios beside their goals. */
export function printListFigures(figures: ListFigures): string {
  const { before, after } = figures.loadAverage;
  const costs = Object.entries(figures.costs).map(([name, { cpuMs, storeCpuMs, elapsedMs }]) => [
    name,
    cpuMs.toFixed(2),
    storeCpuMs.toFixed(2),
    elapsedMs.toFixed(2),
  ]);
  return [
    `${figures.rounds} rounds, load average ${before} to ${after}`,
    '',
    formatTable(['a page of 50', 'CPU, ms', 'of it the store’s', 'elapsed, ms'], costs),
    '',
    `the first page at 90 % depth that a process is asked for: ${figures.firstDeepMs} ms; lean + skip + countDocuments: ${figures.skippedDeepMs} ms`,
    '',
    formatSelfRatio(figures.selfRatio),
    '',
    formatComparisons('ratio of CPU per page', figures.comparisons),
  ].join('\n');
}
