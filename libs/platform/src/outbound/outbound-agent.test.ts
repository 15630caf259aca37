import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { createOutboundAgent } from './outbound-agent.ts';

let calls = 0;
const server = createServer((_request, response) => {
  calls += 1;
  response.writeHead(302, { location: '/elsewhere' }).end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
afterAll(() => void server.close());

const limits = { timeoutMs: 5000, maxAnswerBytes: 1024, connectionsPerHost: 2 };
const call = async (allowsLoopback: boolean, host = 'localhost') => {
  const agent = createOutboundAgent({ allowsLoopback }, limits);
  try {
    const { statusCode, body } = await agent.request({
      origin: `http://${host}:${port}`,
      path: '/',
      method: 'POST',
    });
    await body.dump();
    return statusCode;
  } finally {
    await agent.close();
  }
};

test('refuses a name that resolves to this machine', async () => {
  await expect(call(false)).rejects.toMatchObject({ code: 'closed_address' });
  expect(calls).toBe(0);
});

test.each(['127.0.0.1', '[::ffff:127.0.0.1]'])('refuses %s, which needs no look-up', async (address) => {
  await expect(call(false, address)).rejects.toMatchObject({ code: 'closed_address' });
  expect(calls).toBe(0);
});

test('connects to a loopback address in development, and follows no redirect', async () => {
  expect(await call(true)).toBe(302);
  expect(calls).toBe(1);
});
