import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createReadinessProbe, type Answer } from '../src/upstreams/ask-readiness.ts';

/** Asks a replica with this answer. */
async function ask(listener: RequestListener): Promise<Answer> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const probe = createReadinessProbe(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    () => undefined,
  );
  try {
    return await probe.ask();
  } finally {
    probe.close();
    server.close();
    server.closeAllConnections();
  }
}

const unready = (down: string): string =>
  JSON.stringify({ status: 'unready', checks: { mongo: { status: 'up' }, [down]: { status: 'down' } } });

test.each<[what: string, body: string, expected: Answer]>([
  ['its database is away', unready('mongo'), 'without store'],
  ['the database of tenants is away', unready('control'), 'without store'],
  ['an index is missing', unready('indexes'), 'unready'],
  ['something before it answers in its place', '<html>', 'unready'],
])('a replica that is unready because %s', async (_what, body, expected) => {
  expect(await ask((_request, response) => response.writeHead(503).end(body))).toBe(expected);
});

test('an unready replica that ends its connections is leaving, even without its database', async () => {
  const headers = { connection: 'close' };
  expect(await ask((_request, response) => response.writeHead(503, headers).end(unready('mongo')))).toBe(
    'leaving',
  );
});

test('a replica that stops in the middle of its answer is silent', async () => {
  expect(await ask((_request, response) => response.writeHead(503).write('{'))).toBe('silent');
});
