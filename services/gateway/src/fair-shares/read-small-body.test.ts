import { once } from 'node:events';
import { request as send, type IncomingMessage, type Server } from 'node:http';
import { listen, portOf } from '@pas/platform/http/listen';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSmallBody } from './read-small-body.ts';

let server: Server;
let port: number;

beforeEach(async () => {
  server = await listen(() => undefined, { host: '127.0.0.1', port: 0 });
  port = portOf(server);
});
afterEach(() => server.close());

/** Sends a small body, and returns the request of the server before its body is read. */
async function received() {
  const arrived = once(server, 'request') as Promise<[IncomingMessage]>;
  const client = send({ port, method: 'POST', headers: { 'content-length': 5 } });
  client.on('error', () => undefined).end('hello');
  const [incoming] = await arrived;
  incoming.on('error', () => undefined);
  return { client, incoming };
}

const slow = {
  enter: () => {
    throw new Error('It counts as slow.');
  },
  leave: () => undefined,
};

test('a body that has arrived is read', async () => {
  const { client, incoming } = await received();
  expect(String(await readSmallBody(incoming, slow))).toBe('hello');
  client.destroy();
});

test('the body of a client that has left before the read is none, and counts as no slow body', async () => {
  const { client, incoming } = await received();
  const closed = new Promise((resolve) => void incoming.once('close', resolve));
  client.destroy();
  await closed;
  expect(await readSmallBody(incoming, slow)).toBeNull();
});
