import { costIn, meanOfBoth, quotient, selfRatio } from '../gateway/compare.ts';
import { caddyWith } from '../gateway/installed-proxies.ts';
import type { Round } from '../gateway/measure-rounds.ts';
import {
  benchProxies,
  connections,
  type BenchProxies,
  type Field,
  type ProxyFigures,
} from '../gateway/proxy-figures.ts';
import { runGateway } from '../gateway/run-gateway.ts';
import { runInstalled } from '../gateway/run-installed.ts';
import { runOwnProgram, type Bench } from '../gateway/subject.ts';
import { judge, type Goal } from '../measure/judge.ts';
import type { Load } from '../measure/send-load.ts';

const cheaperThan = (ratio: string, name: string, limit: number): Goal<Round> => ({
  ratio,
  limit,
  isCeiling: false,
  of: (round) => quotient(costIn(round, name), meanOfBoth(round, 'gateway')),
});

const goals: readonly Goal<Round>[] = [
  cheaperThan('the same features on Fastify / gateway', 'fastify', 1.3),
  cheaperThan('Caddy with static keys, log and metrics / gateway', 'caddy', 1.05),
  cheaperThan('naive full stack / gateway', 'naive', 3.5),
  {
    ratio: 'all features: gateway less the same proxy without them, µs',
    limit: 20,
    isCeiling: true,
    of: (round) => {
      const [full, empty] = [meanOfBoth(round, 'gateway'), costIn(round, 'empty')];
      return full !== undefined && empty !== undefined ? full - empty : undefined;
    },
  },
];

async function startField(bench: Bench, { requests, profileDir }: BenchProxies): Promise<Field> {
  const gateway = await runGateway(bench, profileDir);
  const env = { CONTROL_URL: gateway.keys.controlUrl, PEPPER: gateway.keys.pepper };
  const empty = await runOwnProgram('empty-gateway', bench);
  const fastify = await runOwnProgram('fastify-features', bench, env);
  const naive = await runOwnProgram('naive-gateway', bench, env);
  const caddy = await runInstalled(caddyWith(gateway.headers['authorization'] ?? ''), bench);
  const { headers } = gateway;
  const load: Load = { path: '/api/admin/units?limit=5', headers, connections, requests };
  const fewer = { ...load, requests: Math.max(requests / 4, connections) };
  return {
    running: [gateway, empty, fastify, naive, caddy],
    measurements: {
      gateway: { title: 'gateway', subject: gateway, load },
      empty: { title: 'Express and undici without features', subject: empty, load },
      fastify: { title: 'the same features on Fastify', subject: fastify, load },
      caddy: { title: 'Caddy with static keys, log and metrics', subject: caddy, load },
      naive: {
        title: 'naive full stack: verify, sign and store for each request',
        subject: naive,
        load: fewer,
      },
    },
  };
}

/**
 * Starts the gateway and proxies with the same features before one upstream, and measures the cost of a
 * request.
 */
export function benchFeatures(options: BenchProxies): Promise<ProxyFigures> {
  return benchProxies(
    options,
    (bench) => startField(bench, options),
    (rounds) => judge(goals, rounds, selfRatio(rounds, 'gateway')),
  );
}
