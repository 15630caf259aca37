import type { RequestListener } from 'node:http';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, describe, expect, test } from 'vitest';
import type { RouteGroup } from '../src/route-table.ts';
import { closeDoors, openDoor } from './support/door.ts';
import { call } from './support/http-call.ts';

afterEach(closeDoors);

const admin: Partial<RouteGroup> = {
  area: 'admin',
  maxInFlight: 256,
  timeoutMs: 10_000,
  bodyLimitBytes: 2_000_000,
};

const hangUp: RequestListener = (incoming) => incoming.socket.destroy();
const unavailable: RequestListener = (_incoming, response) =>
  response.writeHead(503, { 'retry-after': '1' }).end('own');

describe('a delete that is sent again', () => {
  const notFound: RequestListener = (_incoming, response) => response.writeHead(404).end('none');

  test.each([
    ['204 where a lost replica may have done it', hangUp, 204, ''],
    ['404 where the first replica was only unavailable', unavailable, 404, 'none'],
    ['404 where the first replica says so', notFound, 404, 'none'],
  ])('is %s', async (_what, first, status, body) => {
    const { port } = await openDoor([first, notFound], admin);
    expect(await call(port, '/', { method: 'DELETE' })).toMatchObject({ status, text: body });
  });

  test('is 404 for a GET after any failure of the first replica', async () => {
    const { port } = await openDoor([hangUp, notFound], admin);
    expect(await call(port, '/')).toMatchObject({ status: 404, text: 'none' });
  });
});

describe('an event stream', () => {
  const headers = { accept: 'text/event-stream' };
  const open: RequestListener = (_incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': alive\n\n');
  };

  test('ends when its replica is silent for the time-out of the group', async () => {
    const { port, bulkhead } = await openDoor(open, { ...admin, timeoutMs: 500 });
    await expect(call(port, '/', { headers })).rejects.toThrow(/aborted|hang up/);
    await waitUntil(() => bulkhead.places.longLived.inUse === 0, { what: 'its place to be free' });
  });

  test('continues after that time while heartbeats arrive', async () => {
    let beats = 0;
    const { port } = await openDoor(
      (_incoming, response) => {
        open(_incoming, response);
        const timer = setInterval(() => {
          beats += 1;
          response.write(': alive\n\n');
          if (beats < 20) return;
          clearInterval(timer);
          response.end();
        }, 200);
      },
      { ...admin, timeoutMs: 2000 },
    );
    const answer = await call(port, '/', { headers });
    expect(answer.text.match(/alive/g)).toHaveLength(21);
  });
});
