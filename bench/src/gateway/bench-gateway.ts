import { defineProgram } from '../measure/program.ts';
import type { Load } from '../measure/send-load.ts';
import { withMongod } from '../measure/with-mongod.ts';
import { gatewayGoals } from './compare.ts';
import { haproxy, nginx } from './installed-proxies.ts';
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

const list = '/api/admin/units?limit=5';
const post = { path: '/api/admin/units', method: 'POST' as const };

/** Returns a JSON body of a given size. */
const jsonOf = (bytes: number): string => JSON.stringify({ label: 'x'.repeat(bytes - 12) });

/**
 * Warm-up of streamed bodies: V8 needs some 16,000 requests to compile their code path, and the rounds are
 * short.
 */
const warmUpRounds = 16;

/**
 * Larger than the bodies that the gateway holds in memory. The connections stay within the share of one key.
 */
const streamed = { body: jsonOf(128 * 1024), connections: 16 };

/** Returns the loads on the gateway and its peers, with the headers that the gateway requires. */
function loadsOf(headers: Load['headers'], requests: number) {
  const json = { ...headers, 'content-type': 'application/json' };
  const keyed = { ...json, 'idempotency-key': 'bench-of-the-gateway' };
  return {
    plain: { path: list, headers, connections, requests },
    // Its share of a round would be too small to be read from a clock of 10 ms.
    longer: { path: list, headers, connections, requests: 3 * requests },
    body: { ...post, headers: json, body: jsonOf(1024), connections, requests: requests / 2 },
    keyed: { ...post, headers: keyed, body: jsonOf(1024), connections, requests: requests / 2 },
    streamed: { ...post, headers: json, ...streamed, requests: requests / 5 },
  };
}

async function startField(bench: Bench, { requests, profile }: BenchProxies): Promise<Field> {
  const gateway = await runGateway(bench, profile);
  const express = await runOwnProgram('express-proxy', bench);
  const fastify = await runOwnProgram('fastify-proxy', bench);
  const empty = await runOwnProgram('empty-gateway', bench);
  const [nginxProxy, haproxyProxy] = [await runInstalled(nginx, bench), await runInstalled(haproxy, bench)];
  const { plain, longer, body, keyed, streamed: large } = loadsOf(gateway.headers, requests);
  const bare = 'bare Express + http-proxy-middleware';
  return {
    running: [gateway, express, fastify, empty, nginxProxy, haproxyProxy],
    measurements: {
      express: { title: bare, subject: express, load: plain },
      gateway: { title: 'gateway', subject: gateway, load: plain },
      fastify: { title: 'bare @fastify/http-proxy', subject: fastify, load: plain },
      empty: { title: 'Express and undici without features', subject: empty, load: plain },
      nginx: { title: 'nginx', subject: nginxProxy, load: longer },
      haproxy: { title: 'haproxy', subject: haproxyProxy, load: longer },
      'express-body': { title: `${bare}, body of 1 KiB`, subject: express, load: body },
      'gateway-keyed': { title: 'gateway, body of 1 KiB with a key', subject: gateway, load: keyed },
      'gateway-body': { title: 'gateway, body of 1 KiB without a key', subject: gateway, load: body },
      'express-streamed': { title: `${bare}, body of 128 KiB`, subject: express, load: large, warmUpRounds },
      'gateway-streamed': { title: 'gateway, body of 128 KiB', subject: gateway, load: large, warmUpRounds },
    },
  };
}

/** Starts the gateway and plain proxies before one upstream, and measures the cost of a request in each. */
export const benchGateway = (options: BenchProxies): Promise<ProxyFigures> =>
  benchProxies(options, (bench) => startField(bench, options), gatewayGoals);

export const gateway = defineProgram({
  summary: 'cost of a forwarded request, beside bare proxies: Express, Fastify, nginx, haproxy',
  defaults: usualProxies,
  measure: (options) => withMongod((mongoUrl) => benchGateway({ ...options, mongoUrl })),
  format: formatProxies,
});
