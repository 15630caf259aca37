import { benchFeatures } from '../src/gateway/bench-features.ts';
import { benchGateway } from '../src/gateway/bench-gateway.ts';
import { formatProxies } from '../src/gateway/proxy-figures.ts';
import { formatReport } from '../src/measure/report.ts';
import { expect, inject, test } from 'vitest';

const short = () => ({ mongoUrl: inject('mongoUrl'), rounds: 1, requests: 200, profile: '' });

/** Checks the subjects that need no installed server. */
const expectMeasured = (
  costs: Record<string, { cpuMicrosPerRequest: number } | null>,
  titles: readonly string[],
) => {
  expect(titles.filter((title) => costs[title]?.cpuMicrosPerRequest === undefined)).toEqual([]);
};

test(
  'a short run measures the gateway and plain proxies, and prints every figure',
  { timeout: 60_000 },
  async () => {
    const figures = await benchGateway(short());
    expectMeasured(figures.costs, [
      'gateway',
      'bare Express + http-proxy-middleware',
      'gateway, body of 128 KiB',
    ]);
    const [againstExpress] = figures.comparisons ?? [];
    // A loose bound: a cold gateway needs more than three rounds. Only a severe fault exceeds it.
    expect(againstExpress?.found).toBeLessThan(20);
    const printed = formatReport(formatProxies(figures), figures);
    for (const word of ['@fastify/http-proxy', 'nginx', 'haproxy', 'A/A', '≤ 1.00']) {
      expect(printed).toContain(word);
    }
  },
);

test('a short run measures the gateway and peers with its features', { timeout: 60_000 }, async () => {
  const figures = await benchFeatures(short());
  expectMeasured(figures.costs, [
    'gateway',
    'the same features on Fastify',
    'Express and undici without features',
  ]);
  expect(formatReport(formatProxies(figures), figures)).toContain('naive full stack / gateway');
});
