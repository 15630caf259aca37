import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { withTrace } from '@pas/platform/trace/trace';
import { httpDoors, signCommand } from '@pas/shared/access/http-doors';
import { newId } from '@pas/shared/ids/id';
import { expect, onTestFinished, test } from 'vitest';
import { attemptFor } from './attempt-for.ts';

const secrets = ['the new secret of the doors, 32 characters', 'the old secret of the doors, 32 characters'];

const attemptAt = (ref: string, msLeft?: number) => attemptFor({ adapter: 'http', ref }, msLeft);

interface Command {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Starts a controller that is called over HTTP and records its commands. */
async function playController(answer: (command: Command, response: ServerResponse) => void) {
  const commands: Command[] = [];
  const server = createServer((incoming, response) => {
    void readText(incoming).then((body) => {
      const command = { path: incoming.url ?? '', headers: incoming.headers, body };
      commands.push(command);
      answer(command, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/doors`;
  return { commands, baseUrl, send: httpDoors({ baseUrl, secrets }) };
}

const opens = ({ body }: Command, response: ServerResponse): void => {
  const { attemptId } = JSON.parse(body) as { attemptId: string };
  response.end(JSON.stringify({ attemptId, result: 'opened' }));
};

test('one signed POST opens the door: id, time and both signatures', async () => {
  const { commands, send } = await playController(opens);
  const attempt = attemptAt('main-door');
  expect(await send(attempt)).toEqual({ status: 'SUCCEEDED', confirmed: true, error: null });
  const [{ path, headers, body } = { path: '', headers: {}, body: '' }, ...more] = commands;
  expect([path, more]).toEqual(['/doors/main-door/unlock', []]);
  expect(JSON.parse(body)).toEqual({
    attemptId: attempt._id,
    accessPointId: attempt.accessPointId,
    openSeconds: 5,
    expiresAt: attempt.expiresAt.toISOString(),
  });
  const timestamp = String(headers['webhook-timestamp']);
  const sign = (secret: string): string =>
    `v1,${createHmac('sha256', secret).update(`${attempt._id}.${timestamp}.${body}`).digest('base64')}`;
  expect(headers['webhook-id']).toBe(attempt._id);
  expect(headers['webhook-signature']).toBe(secrets.map(sign).join(' '));
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
});

test('a command carries the traceparent of its work, and none without a trace', async () => {
  const { commands, send } = await playController(opens);
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  await withTrace({ correlationId: 'a-tap-at-a-door', traceparent }, () => send(attemptAt('main-door')));
  await send(attemptAt('main-door'));
  expect(commands.map(({ headers }) => headers['traceparent'])).toEqual([traceparent, undefined]);
});

test('the signature covers id, time and body', () => {
  const at = new Date();
  const signed = (id: string, body: string, when = at) =>
    signCommand(id, body, { secrets, at: when })['webhook-signature'];
  const all = [signed('a', 'b'), signed('c', 'b'), signed('a', 'd'), signed('a', 'b', new Date(0))];
  expect(new Set(all).size).toBe(4);
});

test.each<[string, string, (command: Command, response: ServerResponse) => void]>([
  [
    'refuses',
    'refused',
    ({ body }, response) => {
      const { attemptId } = JSON.parse(body) as { attemptId: string };
      response.end(JSON.stringify({ attemptId, result: 'refused' }));
    },
  ],
  [
    'answers for another attempt',
    'invalid_answer',
    (_command, response) => {
      response.end(JSON.stringify({ attemptId: newId('unlockAttempt'), result: 'opened' }));
    },
  ],
  [
    'answers 500',
    'invalid_answer',
    (_command, response) => {
      response.statusCode = 500;
      response.end('{}');
    },
  ],
  [
    'does not accept the signature',
    'invalid_answer',
    ({ headers, body }, response) => {
      const stamped = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
      const own = createHmac('sha256', 'the secret of another system').update(stamped).digest('base64');
      response.statusCode = String(headers['webhook-signature']).includes(own) ? 200 : 401;
      response.end(JSON.stringify({ result: 'opened' }));
    },
  ],
  [
    'redirects',
    'invalid_answer',
    (_command, response) => {
      response.writeHead(302, { location: '/elsewhere' }).end();
    },
  ],
  ['breaks the connection off', 'timeout', (_command, response) => void response.destroy()],
  ['answers without an end', 'timeout', (_command, response) => void response.write('x'.repeat(10_000))],
])('a controller that %s: %s, and one command', async (_what, error, answer) => {
  const { commands, send } = await playController(answer);
  expect(await send(attemptAt('door', 2000))).toEqual({ status: 'FAILED', confirmed: false, error });
  expect(commands).toHaveLength(1);
});

test('a silent controller: timeout at the end of the attempt', async () => {
  const { commands, send } = await playController(() => undefined);
  expect(await send(attemptAt('door', 300))).toMatchObject({ status: 'FAILED', error: 'timeout' });
  expect(commands).toHaveLength(1);
});

test('nobody at the address: controller_offline', async () => {
  const nobody = httpDoors({ baseUrl: 'http://127.0.0.1:9', secrets });
  expect(await nobody(attemptAt('door'))).toMatchObject({ error: 'controller_offline' });
});
