import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@pas/platform/config/read-config';
import { listen, portOf } from '@pas/platform/http/listen';
import { createLogger } from '@pas/platform/log/logger';
import type { ResolveName } from '@pas/platform/names/shared-lookup';
import { trustAuthorities } from '@pas/platform/tls/trust-authorities';
import { newAuthority } from '@pas/testing/certificates';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GatewayConfig } from '../src/config.ts';
import { routeTable } from '../src/route-table.ts';
import { createBulkhead } from '../src/upstreams/bulkheads.ts';
import { connectUpstreams, type Upstreams } from '../src/upstreams/connect-upstreams.ts';
import type { Upstream } from '../src/upstreams/upstream.ts';
import { closeDoors, openDoorTo } from './support/door.ts';
import { call } from './support/http-call.ts';
import { issuer, pems, pepper } from './support/running-gateway.ts';

const log = createLogger({ service: 'gateway', environment: 'DEV', level: 'silent' });
/** Addresses of this host, one for each copy of a service. Each copy answers its address. */
const ips = ['127.0.0.2', '127.0.0.3', '127.0.0.4'] as const;
const host = 'services.test';
let directory: string;
let tls: { certFile: string; keyFile: string; log: typeof log };
const servers: Server[] = [];
let upstreams: Upstreams | undefined;
let addresses: readonly string[] | Error | Promise<never>;
let lookUps: number;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'replicas-by-dns-'));
  const authority = await newAuthority('Trusted');
  const { cert, key } = await authority.issue([host]);
  tls = { certFile: join(directory, 'cert.pem'), keyFile: join(directory, 'key.pem'), log };
  writeFileSync(tls.certFile, cert);
  writeFileSync(tls.keyFile, key);
  writeFileSync(join(directory, 'ca.pem'), authority.cert);
  trustAuthorities(join(directory, 'ca.pem'));
});
afterAll(() => rmSync(directory, { recursive: true }));
beforeEach(() => {
  lookUps = 0;
});
afterEach(async () => {
  closeDoors();
  await upstreams?.stop();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const resolve: ResolveName = async (name) => {
  lookUps += 1;
  expect(name).toBe(host);
  if (addresses instanceof Error) throw addresses;
  return (await addresses).map((address) => ({ address, family: 4 }));
};

/** Starts the copies of a service on one port, each at an address of its own. */
async function startCopies(isSecure = false): Promise<number> {
  let port = 0;
  for (const ip of ips) {
    const server = await listen((_incoming, response) => response.end(ip), {
      host: ip,
      port,
      ...(isSecure && { tls }),
    });
    servers.push(server);
    port = portOf(server);
  }
  return port;
}

/**
 * Connects to the resident service at one URL, and opens a door to it.
 *
 * @param followed the host whose addresses are a replica each
 */
async function connect(url: string, followed = host): Promise<{ port: number; upstream: Upstream }> {
  const config = readConfig(GatewayConfig, {
    PORT: '0',
    ENVIRONMENT: 'DEV',
    MONGO_URL: 'mongodb://127.0.0.1/unused',
    ASSERTION_PRIVATE_KEY: pems().privatePem,
    CORE_JWT_PUBLIC_KEYS: pems().publicPem,
    CORE_JWT_ISSUER: issuer,
    API_KEY_PEPPER_SECRET: pepper,
    RESIDENT_URLS: url,
    REPLICAS_BY_DNS: followed,
  });
  const groups = routeTable('all').filter((group) => group.prefix === '/join');
  upstreams = await connectUpstreams(config, { groups, log, resolve });
  const upstream = upstreams.find('resident', 'DEV');
  const [group] = groups;
  if (!upstream || !group) throw new Error('There is no upstream.');
  return { port: await openDoorTo(createBulkhead(group, upstream)), upstream };
}

async function answersOf(port: number, requests = 12): Promise<Set<string>> {
  const answers = new Set<string>();
  for (let turn = 0; turn < requests; turn += 1) answers.add((await call(port, '/join/x')).text);
  return answers;
}

describe('the addresses of a followed host', () => {
  test('are a replica each from the start, and take turns', async () => {
    addresses = ips.slice(0, 2);
    const { port, upstream } = await connect(`http://${host}:${await startCopies()}`);
    expect(upstream.replicas.map(({ ip }) => ip)).toEqual(ips.slice(0, 2));
    expect(await answersOf(port)).toEqual(new Set(ips.slice(0, 2)));
  });

  test('change without a restart, and a new one is used when it is ready', async () => {
    addresses = [ips[0]];
    const { port, upstream } = await connect(`http://${host}:${await startCopies()}`);
    expect(await answersOf(port)).toEqual(new Set([ips[0]]));
    addresses = [ips[1], ips[2], '127.0.0.5'];
    await waitUntil(() => upstream.replicas.filter(({ isReady }) => isReady).length === 2, {
      what: 'two ready replicas',
    });
    expect(await answersOf(port)).toEqual(new Set([ips[1], ips[2]]));
    expect(upstream.replicas).toHaveLength(3);
  });

  test('stay the same while the look-up fails or finds nothing', async () => {
    addresses = ips;
    const { port, upstream } = await connect(`http://${host}:${await startCopies()}`);
    for (const outage of [new Error('SERVFAIL'), []]) {
      addresses = outage;
      const before = lookUps;
      await waitUntil(() => lookUps > before, { what: 'a look-up' });
      expect(upstream.replicas).toHaveLength(3);
    }
    expect(await answersOf(port)).toEqual(new Set(ips));
  });

  test('are found later if the first look-up fails', async () => {
    addresses = new Error('EAI_AGAIN');
    const { port, upstream } = await connect(`http://${host}:${await startCopies()}`);
    expect((await call(port, '/join/x')).status).toBe(503);
    addresses = ips;
    await waitUntil(() => upstream.replicas.some(({ isReady }) => isReady), { what: 'a ready replica' });
    expect((await call(port, '/join/x')).status).toBe(200);
  });

  test('prove the name of the host over TLS, held and streamed', async () => {
    addresses = ips;
    const { port, upstream } = await connect(`https://${host}:${await startCopies(true)}`);
    expect(await answersOf(port)).toEqual(new Set(ips));
    const uploads = Array.from({ length: 6 }, () =>
      call(port, '/join/x', { method: 'POST', body: 'x'.repeat(70_000) }),
    );
    expect(new Set((await Promise.all(uploads)).map(({ status }) => status))).toEqual(new Set([200]));
    await waitUntil(() => upstream.replicas.every(({ heardAt }) => heardAt > 0), { what: 'their readiness' });
    expect(upstream.replicas.every(({ isReady }) => isReady)).toBe(true);
  });
});

test('a host with one replica serves new connections while its look-up hangs, and is looked up once', async () => {
  addresses = [ips[0]];
  const { port } = await connect(`http://${host}:${await startCopies()}`, '');
  expect(await answersOf(port, 3)).toEqual(new Set([ips[0]]));
  addresses = new Promise<never>(() => undefined);
  const before = lookUps;
  for (let round = 0; round < 3; round += 1) {
    for (const server of servers) server.closeIdleConnections();
    expect(await answersOf(port, 3)).toEqual(new Set([ips[0]]));
  }
  expect(lookUps).toBe(before + 1);
});
