import { once } from 'node:events';
import { createServer } from 'node:http';
import { portOf } from '../http/listen.ts';
import { afterAll, expect, test } from 'vitest';
import { createBoundedFetch } from './bounded-fetch.ts';

const server = createServer((request, response) => {
  const [, path = ''] = /^\/(\w*)/.exec(request.url ?? '') ?? [];
  if (path === 'empty') response.writeHead(204).end();
  else if (path === 'endless') {
    const write = (): void => {
      while (!response.destroyed && response.write('x'.repeat(1000)));
    };
    response.on('drain', write);
    write();
  } else
    response.writeHead(201, { 'content-type': 'application/json' }).end(`{"method":"${request.method}"}`);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => void server.close());

const bounded = createBoundedFetch(10_000);
const urlOf = (path: string): string => `http://127.0.0.1:${portOf(server)}/${path}`;

test('an answer within the limit keeps its status, its headers and its body', async () => {
  const response = await bounded(urlOf('small'), { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
  expect([response.status, response.headers.get('content-type')]).toEqual([201, 'application/json']);
  expect(await response.json()).toEqual({ method: 'POST' });
});

test('an answer without a body is passed on', async () => {
  expect((await bounded(urlOf('empty'), {})).status).toBe(204);
});

test('an endless answer fails the request', async () => {
  await expect(bounded(urlOf('endless'), {})).rejects.toThrow('is larger than 10000 bytes');
});
