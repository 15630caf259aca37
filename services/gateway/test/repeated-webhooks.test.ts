import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { listen, portOf } from '@pas/platform/http/listen';
import { afterEach, describe, expect, test } from 'vitest';
import { createBulkhead } from '../src/upstreams/bulkheads.ts';
import { createReplica } from '../src/upstreams/create-replica.ts';
import { createUpstream } from '../src/upstreams/upstream.ts';
import { closeDoors, openDoor, openDoorTo } from './support/door.ts';
import { call } from './support/http-call.ts';

afterEach(closeDoors);

const webhooks = {
  prefix: '/payments',
  area: 'webhooks',
  upstream: 'webhooks',
  maxInFlight: 16,
  timeoutMs: 15_000,
} as const;
const signed = { method: 'POST', body: '{ "id":"evt_1" }\n', headers: { 'x-signature': 'abc' } };

/** A replica that records the bodies, and handles each request in another way. */
function replica(then: (request: IncomingMessage, response: ServerResponse) => void) {
  const bodies: string[] = [];
  const listener: RequestListener = (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.once('end', () => {
      bodies.push(body);
      then(request, response);
    });
  };
  return { bodies, listener };
}

const answering = () => replica((_request, response) => response.end('taken'));

describe('a webhook whose replica', () => {
  test.each([
    ['says nothing', () => undefined],
    ['breaks the connection off', (request: IncomingMessage) => request.socket.destroy()],
  ])('%s goes to another one, byte for byte', async (_what, then) => {
    const [lost, other] = [replica(then), answering()];
    const { port } = await openDoor([lost.listener, other.listener], webhooks);
    const answers = await Promise.all([call(port, '/', signed), call(port, '/', signed)]);
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, 'taken'],
      [200, 'taken'],
    ]);
    expect(lost.bodies).toEqual([signed.body]);
    expect(other.bodies).toEqual([signed.body, signed.body]);
  });

  test('is silent goes to another one, also without a body', async () => {
    const [lost, other] = [replica(() => undefined), answering()];
    const { port } = await openDoor([lost.listener, other.listener], webhooks);
    const answers = await Promise.all([1, 2].map(() => call(port, '/', { method: 'POST' })));
    expect(answers.map(({ text }) => text)).toEqual(['taken', 'taken']);
  });

  test('is gone goes to another one', async () => {
    const gone = await listen(() => undefined, { host: '127.0.0.1', port: 0 });
    const urls = [`http://127.0.0.1:${portOf(gone)}`];
    gone.close();
    const other = answering();
    const server = await listen(other.listener, { host: '127.0.0.1', port: 0 });
    urls.push(`http://127.0.0.1:${portOf(server)}`);
    const upstream = createUpstream(
      'webhooks@DEV',
      urls.map((url) => createReplica(url)),
    );
    const port = await openDoorTo(createBulkhead({ ...webhooks, bodyLimitBytes: 1000 }, upstream));
    const answers = [await call(port, '/', signed), await call(port, '/', signed)];
    server.close();
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(other.bodies).toEqual([signed.body, signed.body]);
  });

  test('is slow and ready stays there', async () => {
    const slow = replica((_request, response) => void setTimeout(() => response.end('taken late'), 2500));
    const other = answering();
    const { port, bulkhead } = await openDoor([slow.listener, other.listener], webhooks);
    for (const each of bulkhead.upstream.replicas) each.hurry = () => (each.heardAt = performance.now());
    const [first] = await Promise.all([call(port, '/', signed), call(port, '/', signed)]);
    expect(first).toMatchObject({ status: 200, text: 'taken late' });
    expect(other.bodies).toHaveLength(1);
  });

  test('answers 503 gets that answer', async () => {
    const unavailable = replica((_request, response) => response.writeHead(503).end());
    const { port } = await openDoor([unavailable.listener, answering().listener], webhooks);
    expect(await call(port, '/', signed)).toMatchObject({ status: 503 });
  });
});

test('a write of a person without a key is not repeated after its replica received it', async () => {
  const lost = replica((request) => request.socket.destroy());
  const other = answering();
  const { port } = await openDoor([lost.listener, other.listener], { ...webhooks, area: 'resident' });
  const answers = await Promise.all([call(port, '/', signed), call(port, '/', signed)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 502]);
  expect(other.bodies).toHaveLength(1);
});
