import { once } from 'node:events';
import { createServer } from 'node:http';
import { listen, portOf } from '@pas/platform/http/listen';
import { messageClassesOf } from '@pas/platform/http/app-messages';
import express from 'express';
import { expect, test } from 'vitest';

test('a request and its response have the prototypes of the app before the app handles them', async () => {
  const app = express();
  const { IncomingMessage: AppRequest, ServerResponse: AppResponse } = messageClassesOf(app);
  expect(AppRequest?.prototype).toBe(app.request);
  expect(AppResponse?.prototype).toBe(app.response);
  const seen: unknown[][] = [];
  app.use((request, response) => void response.json({ path: request.path, isOwn: request.app === app }));
  const server = createServer(messageClassesOf(app), (request, response) => {
    seen.push([request, response].map((message) => Object.getPrototypeOf(message) as unknown));
    app(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const answer = await fetch(`http://127.0.0.1:${portOf(server)}/a?b=c`);
  expect(await answer.json()).toEqual({ path: '/a', isOwn: true });
  expect(seen[0]?.[0]).toBe(app.request);
  expect(seen[0]?.[1]).toBe(app.response);
  server.close();
});

test('an app that listens twice has one pair of classes, and a plain listener has none', async () => {
  const app = express().use((_request, response) => void response.send('ok'));
  expect(messageClassesOf(app)).toBe(messageClassesOf(app));
  expect(messageClassesOf(() => undefined)).toEqual({});
  const servers = await Promise.all([0, 0].map((port) => listen(app, { host: '127.0.0.1', port })));
  const texts = servers.map(async (server) => (await fetch(`http://127.0.0.1:${portOf(server)}/`)).text());
  expect(await Promise.all(texts)).toEqual(['ok', 'ok']);
  for (const server of servers) server.close();
});
