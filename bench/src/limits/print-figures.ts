import { formatComparisons, formatSelfRatio } from '../measure/format-comparisons.ts';
import { formatTable } from '../measure/format-table.ts';
import type { LimitFigures } from './bench-limits.ts';

/** Formats a run's figures, ratios beside their goals. */
export function printLimitFigures(figures: LimitFigures): string {
  const { before, after } = figures.loadAverage;
  const { local, leases, store } = figures.costs;
  const row = (title: string, { cpuMicrosPerRequest, requestsPerSecond }: typeof local) => [
    title,
    cpuMicrosPerRequest.toFixed(1),
    String(requestsPerSecond),
  ];
  return [
    `${figures.rounds} rounds of ${figures.requests} requests (${figures.dropped} more dropped), load average ${before} to ${after}`,
    '',
    formatTable(
      ['requests of one key are counted by', 'CPU per request, µs', 'requests/s'],
      [
        row('a bucket in memory', local),
        row('leases from the store', leases),
        row('a store write each', store),
      ],
    ),
    '',
    formatSelfRatio(figures.selfRatio),
    '',
    formatComparisons('ratio', figures.comparisons),
  ].join('\n');
}
