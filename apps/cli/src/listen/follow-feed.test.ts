import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdminClient } from '@pas/client';
import { afterEach, expect, test } from 'vitest';
import { followFeed } from './follow-feed.ts';

const problem = (status: number) => ({
  type: 'about:blank',
  title: 'x',
  status,
  code: 'x',
  message: 'Later.',
});

const server = createServer();
afterEach(() => {
  server.close().closeAllConnections();
});

test.for([429, 503])('a feed that answers %i is reported, and is not an error', async (status) => {
  let requests = 0;
  server.removeAllListeners('request').on('request', (_request, response) => {
    requests += 1;
    response.writeHead(status, { 'content-type': 'application/problem+json', 'retry-after': '0' });
    response.end(JSON.stringify(problem(status)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = createAdminClient({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: 'pas_dev_x',
    environment: 'DEV',
    maxRetries: 0,
  });
  const stopping = new AbortController();
  const problems: string[] = [];
  const onProblem = (message: string): void => {
    problems.push(message);
    stopping.abort();
  };
  const { signal } = stopping;
  const ended = followFeed(client, {
    after: 'c',
    types: undefined,
    signal,
    onEvent: async () => {},
    onProblem,
  });
  expect(await ended).toBe('c');
  expect([requests, problems]).toEqual([1, [expect.stringContaining('The command retries.')]]);
});
