import { atLeast, atMost, quotient, type Goal } from '../measure/judge.ts';
import { defineProgram } from '../measure/program.ts';
import type { Load } from '../measure/send-load.ts';
import { withMongod } from '../measure/with-mongod.ts';
import { costIn, meanOfBoth } from './compare.ts';
import { caddyWith } from './installed-proxies.ts';
import type { Round } from './measure-rounds.ts';
import {
  benchProxies,
  connections,
  formatProxies,
  usualProxies,
  type BenchProxies,
  type Field,
  type ProxyFigures,
} from './proxy-figures.ts';
import { runGateway } from './run-gateway.ts';
import { runInstalled } from './run-installed.ts';
import { runOwnProgram, type Bench } from './subject.ts';

const besideGateway =
  (name: string) =>
  (round: Round): number | undefined =>
    quotient(costIn(round, name), meanOfBoth(round, 'gateway'));

/** Returns the processor time of all features, in microseconds. */
function costOfFeatures(round: Round): number | undefined {
  const [full, empty] = [meanOfBoth(round, 'gateway'), costIn(round, 'empty')];
  return full !== undefined && empty !== undefined ? full - empty : undefined;
}

const goals: readonly Goal<Round>[] = [
  atLeast(1.15, 'the same features on Fastify / gateway', besideGateway('fastify')),
  atLeast(1.2, 'Caddy with static keys, log and metrics / gateway', besideGateway('caddy')),
  atLeast(3.5, 'naive full stack / gateway', besideGateway('naive')),
  atMost(20, 'all features: gateway less the same proxy without them, µs', costOfFeatures),
];

async function startField(bench: Bench, { requests, profile }: BenchProxies): Promise<Field> {
  const gateway = await runGateway(bench, profile);
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
export const benchFeatures = (options: BenchProxies): Promise<ProxyFigures> =>
  benchProxies(options, (bench) => startField(bench, options), goals);

export const features = defineProgram({
  summary: 'cost of the gateway’s features, beside Fastify, Caddy with keys and a naive stack',
  defaults: usualProxies,
  measure: (options) => withMongod((mongoUrl) => benchFeatures({ ...options, mongoUrl })),
  format: formatProxies,
});
