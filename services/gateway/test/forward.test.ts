import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { correlate } from '@pas/shared/http/correlate';
import { renderError } from '@pas/shared/http/render-error';
import { listen, portOf } from '@pas/shared/lifecycle/listen';
import { createLogger } from '@pas/shared/log/logger';
import { waitUntil } from '@pas/shared/testing/wait-until';
import express from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import { forward } from '../src/forward.ts';
import type { RouteGroup } from '../src/route-table.ts';
import { createReplica } from '../src/upstreams/create-replica.ts';
import type { Lane } from '../src/upstreams/lanes.ts';
import { createUpstream } from '../src/upstreams/upstream.ts';
import { call, problemOf, type Answer } from './support/http-call.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const small: RouteGroup = {
  prefix: '/small',
  takes: ['anonymous'],
  upstream: 'resident',
  bodyLimitBytes: 1000,
  timeoutMs: 300,
  maxInFlight: 2,
};

async function startUpstream(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Door {
  port: number;
  lane: Lane;
}

/** A server that does nothing but forward to one upstream, with the connection's own header left out as at the edge. */
async function openDoor(listener: RequestListener, group: Partial<RouteGroup> = {}): Promise<Door> {
  const replicas = [createReplica(await startUpstream(listener))];
  const lane = {
    group: { ...small, ...group },
    upstream: createUpstream('resident@DEV', replicas),
    inFlight: 0,
  };
  const app = express();
  app.use(correlate, (incoming, response) => {
    delete incoming.headers.connection;
    return forward(incoming, response, lane);
  });
  app.use(renderError(createLogger({ service: 'gateway', environment: 'DEV', level: 'silent' })));
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  servers.push(server);
  return { port: portOf(server), lane };
}

const codeOf = (answer: Answer): [number, string] => [answer.status, problemOf(answer).code];

/** Reads all of a body before it answers. */
const readAll: RequestListener = (incoming, response) => {
  let length = 0;
  incoming
    .on('data', (chunk: Buffer) => (length += chunk.length))
    .on('end', () => response.end(String(length)));
};

describe('a body', () => {
  const post = (port: number, bytes: number, headers: Record<string, string> = {}): Promise<Answer> =>
    call(port, '/', { method: 'POST', body: Buffer.alloc(bytes), headers });

  test('of just the limit passes, with its length or in chunks', async () => {
    const { port } = await openDoor(readAll);
    expect((await post(port, 1000)).text).toBe('1000');
    expect((await post(port, 1000, { 'transfer-encoding': 'chunked' })).text).toBe('1000');
  });

  test('that announces more is 413, and the upstream hears nothing of it', async () => {
    let requests = 0;
    const { port, lane } = await openDoor((incoming, response) => {
      requests += 1;
      readAll(incoming, response);
    });
    expect(codeOf(await post(port, 1001))).toEqual([413, 'body_too_large']);
    expect(codeOf(await post(port, 5_000_000))).toEqual([413, 'body_too_large']);
    expect(requests).toBe(0);
    expect(lane.inFlight).toBe(0);
  });

  test('that turns out longer is 413, and the upstream sees it broken off', async () => {
    let isReached = false;
    let isBroken = false;
    const { port } = await openDoor((incoming) => {
      isReached = true;
      incoming.on('error', () => (isBroken = true)).resume();
    });
    const outgoing = request({ host: '127.0.0.1', port, method: 'POST' });
    outgoing.write(Buffer.alloc(900));
    await waitUntil(() => isReached, { what: 'the upstream to be reached' });
    outgoing.end(Buffer.alloc(900));
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    answer.resume();
    await waitUntil(() => isBroken, { what: 'the upstream to see it' });
  });

  test('may still be arriving when the upstream has answered', async () => {
    const { port } = await openDoor((_incoming, response) => response.writeHead(403).end('no'), {
      bodyLimitBytes: 10_000_000,
    });
    expect((await post(port, 3_000_000)).status).toBe(403);
  });
});

describe('an upstream', () => {
  test('that stays silent is 504, after as long as its group allows', async () => {
    const { port, lane } = await openDoor(() => undefined);
    const since = performance.now();
    expect(codeOf(await call(port, '/'))).toEqual([504, 'upstream_timeout']);
    expect(performance.now() - since).toBeLessThan(1500);
    await waitUntil(() => lane.inFlight === 0, { what: 'the place to be free again' });
  });

  test('that keeps talking may take longer than that', async () => {
    const { port } = await openDoor((_incoming, response) => {
      let sent = 0;
      const timer = setInterval(() => {
        sent += 1;
        response.write('.');
        if (sent < 8) return;
        clearInterval(timer);
        response.end();
      }, 100);
    });
    expect((await call(port, '/')).text).toBe('........');
  });

  test('that talks something else than HTTP is 502', async () => {
    const { port } = await openDoor((incoming) => incoming.socket.end('220 mail ready\r\n'));
    expect(codeOf(await call(port, '/'))).toEqual([502, 'bad_upstream']);
  });

  test('that breaks off in the middle breaks off for the client too: half an answer is not a whole one', async () => {
    const { port } = await openDoor((_incoming, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half');
      setImmediate(() => response.destroy());
    });
    await expect(call(port, '/')).rejects.toThrow(/aborted|hang up/);
  });

  test('streams: its first bytes are there before its last ones are made', async () => {
    let finish = (): void => undefined;
    const { port } = await openDoor((_incoming, response) => {
      response.write('first');
      finish = () => response.end('last');
    });
    const outgoing = request({ host: '127.0.0.1', port });
    outgoing.end();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    const [chunk] = (await once(answer, 'data')) as [Buffer];
    expect(chunk.toString()).toBe('first');
    finish();
    await once(answer.resume(), 'end');
  });

  test('hears when the client goes away', async () => {
    let isClosed = false;
    let isReached = false;
    const { port, lane } = await openDoor((_incoming, response) => {
      isReached = true;
      response.on('close', () => (isClosed = true));
    });
    const outgoing = request({ host: '127.0.0.1', port });
    outgoing.on('error', () => undefined).end();
    await waitUntil(() => isReached, { what: 'the request' });
    outgoing.destroy();
    await waitUntil(() => isClosed, { what: 'the upstream to hear of it' });
    expect(lane.inFlight).toBe(0);
  });
});

describe('a lane', () => {
  test('that is full turns the next request away at once, and takes one again when a place is free', async () => {
    const waiting: (() => void)[] = [];
    const { port } = await openDoor((_incoming, response) => waiting.push(() => response.end('done')), {
      timeoutMs: 10_000,
    });
    const underWay = [call(port, '/'), call(port, '/')];
    await waitUntil(() => waiting.length === 2, { what: 'two requests under way' });
    const since = performance.now();
    const turnedAway = await call(port, '/');
    expect(performance.now() - since).toBeLessThan(200);
    expect(codeOf(turnedAway)).toEqual([503, 'overloaded']);
    expect(turnedAway.headers['retry-after']).toBe('1');
    for (const finish of waiting.splice(0)) finish();
    expect((await Promise.all(underWay)).map((answer) => answer.text)).toEqual(['done', 'done']);
    const next = call(port, '/');
    await waitUntil(() => waiting.length === 1, { what: 'the next request' });
    waiting[0]?.();
    expect((await next).text).toBe('done');
  });
});
