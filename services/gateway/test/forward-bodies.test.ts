import { once } from 'node:events';
import { request, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, describe, expect, test } from 'vitest';
import { closeDoors, codeOf, openDoor } from './support/door.ts';
import { call, type Answer } from './support/http-call.ts';

afterEach(closeDoors);

/** Reads the whole body before the answer. */
const readAll: RequestListener = (incoming, response) => {
  let length = 0;
  incoming
    .on('data', (chunk: Buffer) => (length += chunk.length))
    .on('end', () => response.end(String(length)));
};

describe('a body', () => {
  const post = (port: number, bytes: number, headers: Record<string, string> = {}): Promise<Answer> =>
    call(port, '/', { method: 'POST', body: Buffer.alloc(bytes), headers });

  test('passes at exactly the limit, with its length or in chunks', async () => {
    const { port } = await openDoor(readAll);
    expect((await post(port, 1000)).text).toBe('1000');
    expect((await post(port, 1000, { 'transfer-encoding': 'chunked' })).text).toBe('1000');
  });

  test('with a larger announced length is 413, and does not reach the upstream', async () => {
    let requests = 0;
    const { port, bulkhead } = await openDoor((incoming, response) => {
      requests += 1;
      readAll(incoming, response);
    });
    expect(codeOf(await post(port, 1001))).toEqual([413, 'body_too_large']);
    expect(codeOf(await post(port, 5_000_000))).toEqual([413, 'body_too_large']);
    expect(requests).toBe(0);
    expect(bulkhead.inFlight).toBe(0);
  });

  test('that exceeds the limit is 413, and the upstream sees an aborted request', async () => {
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

  test('that exceeds the limit after its answer leaves the answer intact', async () => {
    let finish = (): void => undefined;
    const { port } = await openDoor((incoming, response) => {
      incoming.resume();
      response.write('no, ');
      finish = () => response.end('never');
    });
    const outgoing = request({ host: '127.0.0.1', port, method: 'POST' });
    outgoing.write(Buffer.alloc(900));
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    outgoing.end(Buffer.alloc(5_000_000));
    await once(outgoing, 'finish');
    finish();
    expect(await text(answer)).toBe('no, never');
  });

  test.each([
    ['in chunks', { 'transfer-encoding': 'chunked' }],
    ['in chunks, on a connection that closes', { 'transfer-encoding': 'chunked', connection: 'close' }],
  ])('%s that the service refuses unread gets the answer of the service', async (_how, headers) => {
    const { port } = await openDoor((_incoming, response) => response.writeHead(403).end('no'), {
      bodyLimitBytes: 10_000_000,
    });
    for (let time = 0; time < 10; time += 1) expect((await post(port, 1_500_000, headers)).status).toBe(403);
  });

  test('may still be arriving when the upstream has answered', async () => {
    const { port } = await openDoor((_incoming, response) => response.writeHead(403).end('no'), {
      bodyLimitBytes: 10_000_000,
    });
    expect((await post(port, 3_000_000)).status).toBe(403);
  });
});

describe('a client that is slow', () => {
  const bodyLater = async (port: number, laterMs: number): Promise<IncomingMessage> => {
    const outgoing = request({ host: '127.0.0.1', port, method: 'POST', headers: { 'content-length': 6 } });
    outgoing.write('sl');
    setTimeout(() => outgoing.end('owly'), laterMs);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    return answer;
  };

  test('to send its body does not count as a silent upstream', async () => {
    const { port } = await openDoor(readAll, { timeoutMs: 2000 });
    expect(await text(await bodyLater(port, 2500))).toBe('6');
  });

  test('gives the upstream the time-out of the group after the end of its body', async () => {
    const { port } = await openDoor((incoming) => incoming.resume(), { timeoutMs: 50 });
    expect((await bodyLater(port, 200)).statusCode).toBe(504);
  });
});
