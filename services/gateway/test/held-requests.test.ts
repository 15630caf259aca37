import { once } from 'node:events';
import { request, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, describe, expect, test } from 'vitest';
import type { RouteGroup } from '../src/route-table.ts';
import { closeDoors, codeOf, openDoor } from './support/door.ts';
import { call, type Answer, type CallOptions } from './support/http-call.ts';

afterEach(closeDoors);

const admin: Partial<RouteGroup> = {
  area: 'admin',
  maxInFlight: 256,
  timeoutMs: 10_000,
  bodyLimitBytes: 2_000_000,
};
const keyed = { 'idempotency-key': 'one-key' };

interface Replicas {
  port: number;
  /** The requests of each replica, as `<method> <body>`. */
  seen: [string[], string[]];
}

/** Opens a door to two replicas. The first has the given answer, the second answers `second`. */
async function openTwo(
  first: (incoming: IncomingMessage, response: Parameters<RequestListener>[1]) => void,
  group: Partial<RouteGroup> = {},
): Promise<Replicas> {
  const seen: [string[], string[]] = [[], []];
  const noting =
    (list: string[], answer: RequestListener): RequestListener =>
    async (incoming, response) => {
      list.push(`${incoming.method} ${await text(incoming)}`);
      answer(incoming, response);
    };
  const listeners = [
    noting(seen[0], first),
    noting(seen[1], (_incoming, response) => response.end('second')),
  ];
  const { port } = await openDoor(listeners, { ...admin, ...group });
  return { port, seen };
}

const hangUp: RequestListener = (incoming) => incoming.socket.destroy();
const unavailable: RequestListener = (_incoming, response) =>
  response.writeHead(503, { 'retry-after': '1' }).end('own');
const silent: RequestListener = () => undefined;

const repeatable: [what: string, options: CallOptions][] = [
  ['GET', {}],
  ['PUT', { method: 'PUT', body: 'a body' }],
  ['DELETE', { method: 'DELETE' }],
  ['keyed POST', { method: 'POST', headers: keyed, body: 'a body' }],
  ['keyed POST without a body', { method: 'POST', headers: keyed }],
  ['keyed POST of 64 KiB', { method: 'POST', headers: keyed, body: 'x'.repeat(65_536) }],
];

const notRepeatable: [what: string, options: CallOptions][] = [
  ['POST', { method: 'POST', body: 'a body' }],
  ['POST without a body', { method: 'POST' }],
  ['PATCH with a key, which no service keeps', { method: 'PATCH', headers: keyed, body: 'a body' }],
  ['keyed POST above 64 KiB', { method: 'POST', headers: keyed, body: 'x'.repeat(65_537) }],
  [
    'keyed POST in chunks',
    { method: 'POST', headers: { ...keyed, 'transfer-encoding': 'chunked' }, body: 'a body' },
  ],
];

describe('a replica that hangs up', () => {
  test.each(repeatable)('has no effect on a %s, which another replica answers', async (_what, options) => {
    const { port, seen } = await openTwo(hangUp);
    expect(await call(port, '/', options)).toMatchObject({ status: 200, text: 'second' });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[1]).toHaveLength(1);
  });

  test.each(notRepeatable)('is 502 for a %s, which is sent once', async (_what, options) => {
    const { port, seen } = await openTwo(hangUp);
    expect(codeOf(await call(port, '/', options))).toEqual([502, 'bad_upstream']);
    expect(seen[1]).toEqual([]);
  });

  test.each([
    ['an upload', { prefix: '/api/admin/imports' }],
    ['a keyed request of a service that keeps no keys', { area: 'resident' }],
  ] as const)('is 502 for %s, which is sent once', async (_what, group) => {
    const { port, seen } = await openTwo(hangUp, group);
    const answer = await call(port, '/', { method: 'POST', headers: keyed, body: 'a body' });
    expect(codeOf(answer)).toEqual([502, 'bad_upstream']);
    expect(seen[1]).toEqual([]);
  });

  test('during its answer causes no repeat', async () => {
    const { port, seen } = await openTwo((_incoming, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('half');
      setImmediate(() => response.destroy());
    });
    await expect(call(port, '/')).rejects.toThrow(/aborted|hang up/);
    expect(seen[1]).toEqual([]);
  });
});

describe('a service that is unavailable', () => {
  test.each(repeatable)('has no effect on a %s, which another replica answers', async (_what, options) => {
    const { port } = await openTwo(unavailable);
    expect(await call(port, '/', options)).toMatchObject({ status: 200, text: 'second' });
  });

  test.each(notRepeatable)('is 503 for a %s, with its own answer', async (_what, options) => {
    const { port, seen } = await openTwo(unavailable);
    const answer = await call(port, '/', options);
    expect([answer.status, answer.text, answer.headers['retry-after']]).toEqual([503, 'own', '1']);
    expect(seen[1]).toEqual([]);
  });

  test('on all replicas sends its own answer', async () => {
    const { port } = await openDoor([unavailable, unavailable], admin);
    expect(await call(port, '/')).toMatchObject({ status: 503, text: 'own' });
  });

  test('gets repeats for at most a tenth of the requests', async () => {
    let asked = 0;
    const counting: RequestListener = (incoming, response) => {
      asked += 1;
      unavailable(incoming, response);
    };
    const { port } = await openDoor([counting, counting], admin);
    const requests = 250;
    const answers: Answer[] = [];
    for (let sent = 0; sent < requests; sent += 50) {
      answers.push(...(await Promise.all(Array.from({ length: 50 }, () => call(port, '/')))));
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    // The burst of 100, a tenth of the requests, and two for each second.
    expect(asked).toBeGreaterThan(requests + 100);
    expect(asked).toBeLessThan(requests + 100 + requests / 10 + 60);
  });
});

describe('a replica that does not begin to answer', () => {
  test.each(['GET', 'HEAD'])('has a %s answered by the other one', async (method) => {
    let isAborted = false;
    const { port, seen } = await openTwo((incoming) => {
      incoming.socket.once('close', () => (isAborted = true));
    });
    const answer = await call(port, '/', { method });
    expect([answer.status, answer.text]).toEqual([200, method === 'GET' ? 'second' : '']);
    expect(seen[1]).toHaveLength(1);
    await waitUntil(() => isAborted, { what: 'the slow attempt to be ended' });
  });

  test('gets no further reads while another one answers', async () => {
    const { port, seen } = await openTwo(silent);
    await call(port, '/');
    for (let turn = 0; turn < 4; turn += 1) expect((await call(port, '/')).text).toBe('second');
    expect(seen[0]).toHaveLength(1);
  });

  test('keeps its write, because another replica could execute it twice', async () => {
    const { port, seen } = await openTwo(silent, { timeoutMs: 2500 });
    const answer = await call(port, '/', { method: 'POST', headers: keyed, body: 'a body' });
    expect(codeOf(answer)).toEqual([504, 'upstream_timeout']);
    expect(seen[1]).toEqual([]);
  });
});

describe('a body that is held', () => {
  test('reaches the service with its bytes and its length', async () => {
    const bytes = Buffer.from(Array.from({ length: 300 }, (_empty, at) => at % 256));
    let received = '';
    const { port } = await openDoor((incoming, response) => {
      incoming
        .setEncoding('hex')
        .on('data', (chunk: string) => (received += chunk))
        .on('end', () => response.end(JSON.stringify(incoming.headers)));
    }, admin);
    const answer = await call(port, '/', { method: 'POST', headers: keyed, body: bytes });
    expect(received).toBe(bytes.toString('hex'));
    const headers = JSON.parse(answer.text) as Record<string, string>;
    expect([headers['content-length'], headers['transfer-encoding']]).toEqual(['300', undefined]);
  });

  test('takes no place and reaches no service before it is complete', async () => {
    let requests = 0;
    const { port, bulkhead } = await openDoor((incoming, response) => {
      requests += 1;
      incoming.resume().once('end', () => response.end('done'));
    }, admin);
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      headers: { ...keyed, 'content-length': 6 },
    });
    outgoing.write('sl');
    await call(port, '/');
    expect([requests, bulkhead.inFlight]).toEqual([1, 0]);
    outgoing.end('owly');
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(await text(answer)).toBe('done');
    expect(requests).toBe(2);
  });

  test('from a client that disconnects early is not sent', async () => {
    let requests = 0;
    const { port, bulkhead } = await openDoor((_incoming, response) => {
      requests += 1;
      response.end('done');
    }, admin);
    const headers = { ...keyed, 'content-length': 6 };
    const outgoing = request({ host: '127.0.0.1', port, method: 'POST', headers });
    outgoing.on('error', () => undefined).write('sl');
    await call(port, '/');
    outgoing.destroy();
    await call(port, '/');
    expect([requests, bulkhead.inFlight]).toEqual([2, 0]);
  });
});
