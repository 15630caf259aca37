import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { correlate } from '@pas/platform/http/correlate';
import { listen, portOf } from '@pas/platform/http/listen';
import { renderError } from '@pas/platform/http/render-error';
import { createLogger } from '@pas/platform/log/logger';
import { anonymous } from '@pas/shared/principal/principal';
import { trustAuthorities } from '@pas/platform/tls/trust-authorities';
import { newAuthority, type Authority } from '@pas/testing/certificates';
import express from 'express';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clientOf } from '../src/client.ts';
import { forward } from '../src/forward.ts';
import { routeTable } from '../src/route-table.ts';
import { createReadinessProbe } from '../src/upstreams/ask-readiness.ts';
import { createBulkhead } from '../src/upstreams/bulkheads.ts';
import { createReplica } from '../src/upstreams/create-replica.ts';
import { createUpstream } from '../src/upstreams/upstream.ts';

const log = createLogger({ service: 'gateway', environment: 'DEV', level: 'silent' });
let directory: string;
let trusted: Authority;
let received: string[];
const servers: Server[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'upstream-certificates-'));
  trusted = await newAuthority('Trusted');
  writeFileSync(join(directory, 'ca.pem'), trusted.cert);
  trustAuthorities(join(directory, 'ca.pem'));
});
afterAll(() => rmSync(directory, { recursive: true }));
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A service over TLS, with a certificate for some names. */
async function startService(authority: Authority, names: readonly string[], port = 0): Promise<number> {
  const { cert, key } = await authority.issue(names);
  const [certFile, keyFile] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  received = [];
  const server = await listen(
    (incoming, response) => {
      received.push(String(incoming.headers.host));
      response.end('answered');
    },
    { host: '127.0.0.1', port, tls: { certFile, keyFile, log } },
  );
  servers.push(server);
  return portOf(server);
}

/**
 * The two paths to a replica: undici for a request without a body, http-proxy-middleware for a body of unknown length.
 */
const ways = {
  undici: {},
  'http-proxy-middleware': { method: 'POST', headers: { 'transfer-encoding': 'chunked' } },
} as const;

/** Opens a door to one replica, for requests with any Host header. */
async function openDoorTo(url: string) {
  const [group] = routeTable('all');
  if (!group) throw new Error('there is no route group');
  const bulkhead = createBulkhead(group, createUpstream('admin@DEV', [createReplica(url)]));
  const app = express();
  app.use(correlate, (incoming, response) =>
    forward(incoming, response, {
      bulkhead,
      client: clientOf(incoming),
      principal: anonymous,
      renewAssertion: () => Promise.resolve(''),
      stopping: new AbortController().signal,
    }),
  );
  app.use(renderError(log));
  const door = await listen(app, { host: '127.0.0.1', port: 0 });
  servers.push(door);
  return async (way: keyof typeof ways, host = 'portal.test'): Promise<number> => {
    const options: { method?: string; headers?: Readonly<Record<string, string>> } = ways[way];
    const headers = { ...options.headers, host };
    const outgoing = request({ host: '127.0.0.1', port: portOf(door), path: '/', ...options, headers });
    outgoing.end();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode ?? 0;
  };
}

async function probe(url: string): Promise<string> {
  const readiness = createReadinessProbe(url, () => undefined);
  const answer = await readiness.ask();
  readiness.close();
  return answer;
}

describe.each(Object.keys(ways) as (keyof typeof ways)[])('the certificate of an upstream, by %s', (way) => {
  test.each(['localhost', '127.0.0.1'])(
    'is accepted for its name %s, with any Host of the client',
    async (name) => {
      const url = `https://${name}:${await startService(trusted, [name])}`;
      const send = await openDoorTo(url);
      expect(await send(way)).toBe(200);
      expect(received).toEqual(['portal.test']);
      expect(await probe(url)).toBe('ready');
    },
  );

  test('is refused for another name, even for that of the client’s Host header', async () => {
    const url = `https://127.0.0.1:${await startService(trusted, ['evil.test'])}`;
    const send = await openDoorTo(url);
    expect(await send(way, 'evil.test')).toBe(503);
    expect(await probe(url)).toBe('not trusted');
    expect(received).toEqual([]);
  });

  test('is refused without a trusted signature', async () => {
    const url = `https://127.0.0.1:${await startService(await newAuthority('Stranger'), ['127.0.0.1'])}`;
    const send = await openDoorTo(url);
    expect(await send(way)).toBe(503);
    expect(await probe(url)).toBe('not trusted');
    expect(received).toEqual([]);
  });

  test('may be renewed by the same authority, and is refused from another one', async () => {
    const port = await startService(trusted, ['127.0.0.1']);
    const send = await openDoorTo(`https://127.0.0.1:${port}`);
    const replaceBy = async (authority: Authority): Promise<void> => {
      const [server] = servers.splice(0, 1);
      const closed = once(server as Server, 'close');
      server?.close();
      server?.closeAllConnections();
      await closed;
      await startService(authority, ['127.0.0.1'], port);
      servers.unshift(...servers.splice(-1));
    };
    expect(await send(way)).toBe(200);
    await replaceBy(trusted);
    expect(await send(way)).toBe(200);
    await replaceBy(await newAuthority('Stranger'));
    expect(await send(way)).toBe(503);
    expect(received).toEqual([]);
  });

  test('is required: an upstream over plain HTTP is unavailable', async () => {
    const plain = await listen((_incoming, response) => response.end(), { host: '127.0.0.1', port: 0 });
    servers.push(plain);
    const send = await openDoorTo(`https://127.0.0.1:${portOf(plain)}`);
    expect(await send(way)).toBe(503);
  });
});
