import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { verifyWebhook, type FeedEvent } from '@pas/client';
import { createProgram } from '../program.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { forwardEvent } from './forward-event.ts';
import { isLoopback } from './read-target.ts';

const event = {
  id: 'ev_01kb3rt9d5e0p8m6q2v7x4hzjn',
  type: 'unit.unreachable',
  timestamp: '2026-02-01T09:30:00.000Z',
  data: { unit: null },
  cursor: 'MS40Mi4yMDQ4NQ',
} as unknown as FeedEvent;
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let server: Server | undefined;
afterEach(() => {
  server?.close().closeAllConnections();
});

/** Starts a receiver that verifies its requests, and answers each with a status. */
async function startReceiver(status: number) {
  const received: unknown[] = [];
  server = createServer((request, response) => {
    void text(request).then(async (body) => {
      received.push(await verifyWebhook(body, request.headers, secret));
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

describe('pas listen', () => {
  test('forwards an event with the signature of a webhook, under its own id', async () => {
    const { url, received } = await startReceiver(204);
    expect(await forwardEvent(event, { url, secret })).toMatchObject({ isAccepted: true, outcome: '204' });
    const { cursor: _cursor, ...sent } = event;
    expect(received).toEqual([sent]);
  });

  test.for([307, 500])('a receiver that answers %i has not accepted, and is asked once', async (status) => {
    const { url, received } = await startReceiver(status);
    const { isAccepted, outcome } = await forwardEvent(event, { url, secret });
    expect([isAccepted, outcome, received.length]).toEqual([false, String(status), 1]);
  });

  test('names the reason when nobody listens', async () => {
    const { url } = await startReceiver(204);
    server?.close();
    await once(server as Server, 'close');
    const { isAccepted, outcome } = await forwardEvent(event, { url, secret });
    expect([isAccepted, outcome]).toEqual([false, 'ECONNREFUSED']);
  });

  test.for([
    ['http://localhost:3000/hook', true],
    ['http://127.8.9.1/', true],
    ['http://[::1]:3000/', true],
    ['http://2130706433/', true],
    ['http://127.0.0.1.example.com/', false],
    ['http://localhost.example.com/', false],
    ['http://[::ffff:10.0.0.1]/', false],
    ['https://example.com/', false],
  ] as const)('%s is this machine: %s', ([url, expected]) => {
    expect(isLoopback(url)).toBe(expected);
  });

  const run = (...args: string[]) =>
    createProgram({
      environment: { ENVIRONMENT: 'DEV', PAS_URL: 'http://127.0.0.1:9', PAS_API_KEY: 'key' },
      operator: 'test',
      print: () => undefined,
      remark: () => undefined,
      exit: () => undefined,
    }).parseAsync(['listen', ...args], { from: 'user' });

  test.for([
    [['--forward', 'https://example.com/hook'], '--allow-remote'],
    [['--forward', 'http://localhost/', '--last', '2', '--replay', 'ev_1'], 'Give one of'],
    [['--forward', 'http://me:pw@localhost/'], 'without credentials'],
    [['--forward', 'file:///etc/passwd'], 'http or https'],
    [['--forward', 'http://localhost/', '--types', 'door.opend'], 'Invalid option'],
    [['--forward', 'http://localhost/', '--since', 'yesterday'], 'Expected a time'],
  ] as const)('%j is refused before any request', async ([args, message]) => {
    await expect(run(...args)).rejects.toThrow(message);
  });
});
