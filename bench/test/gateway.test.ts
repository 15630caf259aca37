import { benchGateway } from '../src/gateway/bench-gateway.ts';
import { printGatewayFigures } from '../src/gateway/print-figures.ts';
import { expect, inject, test } from 'vitest';

test('a short run measures the gateway beside its peers, and prints every figure', async () => {
  const figures = await benchGateway({
    mongoUrl: inject('mongoUrl'),
    rounds: 1,
    requests: 200,
    profileDir: null,
  });
  for (const name of ['gateway', 'express-proxy', 'fastify-proxy'] as const) {
    const cost = figures.costs[name];
    expect(cost?.cpuMicrosPerRequest).toBeGreaterThan(0);
    expect(cost?.requestsPerSecond).toBeGreaterThan(0);
  }
  const [againstExpress] = figures.comparisons;
  // So loose that only a gateway that got lost in its work could fail: a cold one needs more than three rounds.
  expect(againstExpress?.found).toBeLessThan(20);
  expect(figures.selfRatio).toBeGreaterThan(0);
  const printed = printGatewayFigures(figures);
  for (const word of ['gateway', '@fastify/http-proxy', 'nginx', 'A/A', '≤ 0.80', 'load average']) {
    expect(printed).toContain(word);
  }
});
