import type { GatewayFigures } from './bench-gateway.ts';
import { isSteady } from '../measure/judge.ts';
import { formatTable } from '../measure/format-table.ts';

const titles = {
  gateway: 'gateway',
  'express-proxy': 'bare Express + http-proxy-middleware',
  'fastify-proxy': 'bare @fastify/http-proxy',
  nginx: 'nginx',
} as const;

/** Writes a run's figures for people, ratios beside their goals. */
export function printGatewayFigures(figures: GatewayFigures): string {
  const { rounds, requests, connections } = figures.load;
  const { before, after } = figures.loadAverage;
  const costs = Object.entries(titles).map(([name, title]) => {
    const cost = figures.costs[name as keyof typeof titles];
    if (!cost) return [title, 'not measured', ''];
    return [title, cost.cpuMicrosPerRequest.toFixed(1), String(cost.requestsPerSecond)];
  });
  const ratios = figures.comparisons.map(({ ratio, goal, found, verdict }) => [
    ratio,
    goal,
    found?.toFixed(2) ?? '–',
    verdict,
  ]);
  return [
    `${rounds} rounds of ${requests} requests over ${connections} connections, load average ${before} to ${after}`,
    '',
    formatTable(['', 'CPU per request, µs', 'requests/s'], costs),
    '',
    `A/A ${figures.selfRatio.toFixed(2)}${isSteady(figures.selfRatio) ? '' : ', which is outside of 0.9 to 1.1'}`,
    '',
    formatTable(['ratio of CPU per request', 'goal', 'found', 'verdict'], ratios),
  ].join('\n');
}
