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

  test('ends as complete when the gateway stops, so that its client reconnects', async () => {
    const { port, bulkhead, stop } = await openDoor(open, admin);
    const answer = call(port, '/', { headers });
    await waitUntil(() => bulkhead.circuit.answeredAt > 0, { what: 'the stream to be open' });
    stop();
    expect(await answer).toMatchObject({ status: 200, text: ': alive\n\n' });
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

describe('a long poll', () => {
  /** Answers at once without a wait, and otherwise after the event. */
  function pollable() {
    const asked: (string | undefined)[] = [];
    const poll: RequestListener = ({ url }, response) => {
      asked.push(url);
      if (url?.includes('wait=25') !== true) response.end('the present state');
    };
    return { asked, poll };
  }

  test('is answered with the present state when the gateway stops', async () => {
    const { asked, poll } = pollable();
    const { port, stop } = await openDoor(poll, admin);
    const answer = call(port, '/?after=7&wait=25&limit=2');
    await waitUntil(() => asked.length === 1, { what: 'the poll to arrive' });
    stop();
    expect(await answer).toMatchObject({ status: 200, text: 'the present state' });
    expect(asked).toEqual(['/?after=7&wait=25&limit=2', '/?after=7&wait=0&limit=2']);
  });

  test('does not wait if it arrives after that', async () => {
    const { asked, poll } = pollable();
    const { port, stop } = await openDoor(poll, admin);
    stop();
    expect(await call(port, '/?wait=25')).toMatchObject({ status: 200, text: 'the present state' });
    expect(asked).toEqual(['/?wait=0']);
  });

  test.each(['GET', 'HEAD'])('has a place of the long-lived requests with %s', async (method) => {
    const { poll } = pollable();
    const { port, bulkhead, stop } = await openDoor(poll, admin);
    const answer = call(port, '/?wait=25', { method });
    await waitUntil(() => bulkhead.inFlight === 1, { what: 'the poll to have a place' });
    expect(bulkhead.places.longLived.inUse).toBe(1);
    stop();
    expect((await answer).status).toBe(200);
  });

  test('is relayed to its end once its answer has begun', async () => {
    let end = (): void => undefined;
    const { port, bulkhead, stop } = await openDoor((_incoming, response) => {
      response.writeHead(200).write('the ');
      end = () => void response.end('event');
    }, admin);
    const answer = call(port, '/?wait=25');
    await waitUntil(() => bulkhead.circuit.answeredAt > 0, { what: 'the answer to begin' });
    stop();
    end();
    expect(await answer).toMatchObject({ status: 200, text: 'the event' });
  });
});
