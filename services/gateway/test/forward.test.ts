import { once } from 'node:events';
import { request, type IncomingMessage, type RequestListener } from 'node:http';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, describe, expect, test } from 'vitest';
import { closeDoors, codeOf, openDoor } from './support/door.ts';
import { call, type CallOptions } from './support/http-call.ts';

afterEach(closeDoors);

/** A request without a body is held in memory; one with a body and without a key is streamed. */
const ways: [way: string, options: CallOptions][] = [
  ['held', {}],
  ['streamed', { method: 'POST', body: 'a body' }],
];

describe.each(ways)('an upstream of a request that is %s', (_way, options) => {
  test('that stays silent is 504 after the time-out of its group', async () => {
    const { port, bulkhead } = await openDoor(() => undefined);
    const since = performance.now();
    expect(codeOf(await call(port, '/', options))).toEqual([504, 'upstream_timeout']);
    expect(performance.now() - since).toBeLessThan(5000);
    await waitUntil(() => bulkhead.inFlight === 0, { what: 'the place to be free again' });
  });

  test('that keeps sending may take longer than the time-out', async () => {
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
    expect((await call(port, '/', options)).text).toBe('........');
  });

  test('that does not speak HTTP is 502', async () => {
    const { port } = await openDoor((incoming) => incoming.socket.end('220 mail ready\r\n'));
    expect(codeOf(await call(port, '/', options))).toEqual([502, 'bad_upstream']);
  });

  test('that aborts an answer aborts it for the client too', async () => {
    const { port } = await openDoor((_incoming, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half');
      setImmediate(() => response.destroy());
    });
    await expect(call(port, '/', options)).rejects.toThrow(/aborted|hang up/);
  });

  test('streams: its first bytes arrive before its last ones are sent', async () => {
    let finish = (): void => undefined;
    const { port } = await openDoor((_incoming, response) => {
      response.write('first');
      finish = () => response.end('last');
    });
    const outgoing = request({ host: '127.0.0.1', port, method: options.method });
    outgoing.end(options.body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    const [chunk] = (await once(answer, 'data')) as [Buffer];
    expect(chunk.toString()).toBe('first');
    finish();
    await once(answer.resume(), 'end');
  });

  test('sees when the client disconnects', async () => {
    let isClosed = false;
    let isReached = false;
    const { port, bulkhead } = await openDoor((_incoming, response) => {
      isReached = true;
      response.on('close', () => (isClosed = true));
    });
    const outgoing = request({ host: '127.0.0.1', port, method: options.method });
    outgoing.on('error', () => undefined).end(options.body);
    await waitUntil(() => isReached, { what: 'the request' });
    outgoing.destroy();
    await waitUntil(() => isClosed, { what: 'the upstream to hear of it' });
    expect(bulkhead.inFlight).toBe(0);
  });

  test('may send interim answers, chunks and trailers', async () => {
    const { port } = await openDoor((_incoming, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.writeHead(200, { trailer: 'x-sum' });
      response.write('one ');
      response.addTrailers({ 'x-sum': '7' });
      response.end('two');
    });
    expect(await call(port, '/', options)).toMatchObject({ status: 200, text: 'one two' });
  });

  test.each([204, 304, 500])('may answer %i without a body', async (status) => {
    const { port } = await openDoor((_incoming, response) => response.writeHead(status).end());
    expect(await call(port, '/', options)).toMatchObject({ status, text: '' });
    expect((await call(port, '/', options)).status).toBe(status);
  });

  test('may send headers of 12 KB, and a repeated name', async () => {
    const { port } = await openDoor((_incoming, response) => {
      response.setHeader('x-long', 'a'.repeat(12_000)).setHeader('set-cookie', ['a=1', 'b=2']).end('x');
    });
    const { headers } = await call(port, '/', options);
    expect(headers['x-long']).toHaveLength(12_000);
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2']);
  });

  test('waits while the client does not read', async () => {
    let written = 0;
    const total = 32 * 1024 * 1024;
    const { port } = await openDoor(
      (_incoming, response) => {
        const chunk = Buffer.alloc(1024 * 1024);
        const write = (): void => {
          while (written < total) {
            written += chunk.length;
            if (!response.write(chunk)) return void response.once('drain', write);
          }
          response.end();
        };
        write();
      },
      { timeoutMs: 20_000 },
    );
    const outgoing = request({ host: '127.0.0.1', port, method: options.method });
    outgoing.end(options.body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    let before = -1;
    await waitUntil(
      () => {
        const isStill = written === before;
        before = written;
        return isStill;
      },
      { what: 'the upstream to wait', everyMs: 200 },
    );
    expect(written).toBeLessThan(total);
    let received = 0;
    for await (const chunk of answer) received += (chunk as Buffer).length;
    expect(received).toBe(total);
  });
});

describe('a bulkhead', () => {
  test('without credentials gives one address half of its places, others the rest', async () => {
    const waiting: (() => void)[] = [];
    const listener: RequestListener = (_incoming, response) => waiting.push(() => response.end('done'));
    const { port, bulkhead } = await openDoor(listener, { maxInFlight: 4, timeoutMs: 10_000 });
    const from = (address: string) => call(port, '/', { from: address });
    const underWay = [from('127.6.6.6'), from('127.6.6.6')];
    await waitUntil(() => waiting.length === 2, { what: 'two requests under way' });
    const turnedAway = await from('127.6.6.6');
    expect(codeOf(turnedAway)).toEqual([429, 'rate_limited']);
    expect(turnedAway.headers['retry-after']).toBe('1');
    underWay.push(from('127.7.7.7'));
    await waitUntil(() => waiting.length === 3, { what: 'a request from elsewhere' });
    for (const finish of waiting) finish();
    expect((await Promise.all(underWay)).map((answer) => answer.text)).toEqual(['done', 'done', 'done']);
    await waitUntil(() => bulkhead.inFlight === 0, { what: 'all places to be free' });
  });

  test('with credentials gives one address three quarters of its places', async () => {
    const waiting: (() => void)[] = [];
    const listener: RequestListener = (_incoming, response) => waiting.push(() => response.end('done'));
    const { port } = await openDoor(listener, { area: 'admin', maxInFlight: 400, timeoutMs: 10_000 });
    const underWay = Array.from({ length: 300 }, () => call(port, '/', { from: '127.6.6.6' }));
    await waitUntil(() => waiting.length === 300, { what: 'all of them at the upstream at once' });
    for (const finish of waiting) finish();
    const statuses = (await Promise.all(underWay)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('has separate places for long polls and event streams', async () => {
    const { port, bulkhead } = await openDoor(() => undefined, { timeoutMs: 10_000, maxInFlight: 4 });
    const headers = { accept: 'text/event-stream' };
    const waiting = [call(port, '/?wait=25'), call(port, '/', { headers })].map((answer) =>
      answer.catch(() => null),
    );
    await waitUntil(() => bulkhead.places.longLived.inUse === 2, { what: 'two places of long polls' });
    void call(port, '/?wait=0').catch(() => null);
    await waitUntil(() => bulkhead.inFlight === 3, { what: 'a place of another class' });
    expect(bulkhead.places.ordinary.inUse).toBe(1);
    closeDoors();
    await Promise.all(waiting);
  });

  test('that is full refuses the next request at once, and accepts one when a place is free', async () => {
    const waiting: (() => void)[] = [];
    const { port } = await openDoor((_incoming, response) => waiting.push(() => response.end('done')), {
      timeoutMs: 10_000,
    });
    const underWay = [call(port, '/'), call(port, '/')];
    await waitUntil(() => waiting.length === 2, { what: 'two requests under way' });
    const since = performance.now();
    const turnedAway = await call(port, '/');
    expect(performance.now() - since).toBeLessThan(5000);
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
