import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createPlain, type RequestListener, type Server } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { newAuthority } from '@pas/testing/certificates';
import { expect, onTestFinished, test } from 'vitest';
import { repository } from './generated-file.ts';

/** Starts a server on a free port of loopback. */
async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Runs the health check of the images. Returns its exit code. */
async function check(env: Record<string, string>): Promise<number | null> {
  const child = execFile(join(repository, 'docker/health-check'), {
    env: { PATH: process.env['PATH'], ...env },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

const answering =
  (status: number): RequestListener =>
  ({ url }, response) =>
    response.writeHead(url === '/readyz' ? status : 404).end('{}');

test.each([
  [200, 0],
  [503, 1],
])('an answer of %i ends the health check with %i', async (status, code) => {
  const port = await listen(createPlain(answering(status)));
  expect(await check({ PORT: `${port}` })).toBe(code);
});

test('the health check of the sandbox uses its own variable', async () => {
  expect(await check({ SANDBOX_PORT: `${await listen(createPlain(answering(200)))}` })).toBe(0);
});

test('a missing listener and a peer of another protocol fail the health check', async () => {
  const server = createPlain();
  const port = await listen(server);
  server.on('connection', (socket) => socket.end('220 mail.test\r\n'));
  expect(await check({ PORT: `${port}` })).not.toBe(0);
  server.close();
  await once(server, 'close');
  expect(await check({ PORT: `${port}` })).toBe(1);
});

test('a process with a certificate is asked over TLS', async () => {
  const { cert, key } = await (await newAuthority('Unknown')).issue(['other.test']);
  const port = await listen(createSecure({ cert, key }, answering(200)));
  expect(await check({ PORT: `${port}`, TLS_CERT_FILE: '/cert.pem' })).toBe(0);
  expect(await check({ PORT: `${port}` })).not.toBe(0);
});
