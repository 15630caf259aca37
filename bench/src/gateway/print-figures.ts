import { formatComparisons, formatSelfRatio } from '../measure/format-comparisons.ts';
import { formatTable } from '../measure/format-table.ts';
import type { ProxyFigures } from './proxy-figures.ts';

/** Text for a proxy that is not installed. */
const absent = 'not measured: apt-get install nginx haproxy caddy';

/** Formats a run's figures, ratios beside their goals. */
export function printProxyFigures(figures: ProxyFigures): string {
  const { rounds, requests, connections } = figures.load;
  const { before, after } = figures.loadAverage;
  const costs = Object.entries(figures.costs).map(([title, cost]) =>
    cost ? [title, cost.cpuMicrosPerRequest.toFixed(1), String(cost.requestsPerSecond)] : [title, absent, ''],
  );
  return [
    `${rounds} rounds of ${requests} requests over ${connections} connections, load average ${before} to ${after}`,
    '',
    formatTable(['', 'CPU per request, µs', 'requests/s'], costs),
    '',
    formatSelfRatio(figures.selfRatio),
    '',
    formatComparisons('CPU per request', figures.comparisons),
  ].join('\n');
}
