import { connect } from 'node:net';
import { sendSlowly, type SlowRequest, type SlowRequests } from '@pas/testing/send-slowly';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { closeDoors, openDoor } from './support/door.ts';
import { call, type Answer, type CallOptions } from './support/http-call.ts';
import { addKey, addTenant, type AddedKey } from './support/rows.ts';
import { runGateway, type RunningGateway } from './support/running-gateway.ts';

/** The default address, which greedy and other callers share. */
const office = '127.0.0.1';

let gateway: RunningGateway;
let greedy: AddedKey;
let other: AddedKey;
const slow: SlowRequests[] = [];

beforeAll(async () => {
  gateway = await runGateway();
  greedy = await addKey((await addTenant({ slug: 'greedy' }))._id);
  other = await addKey((await addTenant({ slug: 'other' }))._id);
});
afterEach(() => {
  for (const requests of slow.splice(0)) requests.close();
});
afterAll(() => gateway.stop());

/** Sends the beginnings of many requests, and waits until the gateway has counted them. */
async function crowd(count: number, request: SlowRequest): Promise<SlowRequests> {
  const requests = await sendSlowly(gateway.port, count, request);
  slow.push(requests);
  return requests;
}

/** Counts answers by status. */
async function statusesOf(calls: Promise<Answer>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(calls)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const callOften = (count: number, path: string, options: CallOptions): Promise<Record<number, number>> =>
  statusesOf(Array.from({ length: count }, () => call(gateway.port, path, { from: office, ...options })));

const body = '{"email":"a@b.test"}';
const posted = { method: 'POST', body, headers: { 'content-type': 'application/json' } };

/** Asks until the old requests of a crowd are counted and the rest is refused. */
const untilRefused = (requests: SlowRequests, atLeast: number): Promise<true> =>
  waitUntil(() => (requests.ended() >= atLeast ? true : undefined), {
    what: 'the share of the crowd to be full',
  });

describe('300 slow uploads with the key of one tenant', () => {
  test.each([
    ['with a length', false],
    ['in chunks', true],
  ])('%s cost another tenant of the same network no answer', async (_how, isChunked) => {
    const requests = await crowd(300, {
      path: '/api/admin/units',
      headers: greedy.headers,
      from: office,
      isChunked,
    });
    await untilRefused(requests, 50);
    expect(requests.answers()).toMatch(/^HTTP\/1.1 429 /);
    expect(requests.answers()).not.toContain('HTTP/1.1 503 ');
    expect(await callOften(128, '/api/admin/units', other)).toEqual({ 200: 128 });
    const headers = { ...other.headers, 'content-type': 'application/json' };
    expect(await callOften(60, '/api/admin/units', { ...posted, headers })).toEqual({ 200: 60 });
  });

  test('cost the tenant no answer to requests with complete bodies', async () => {
    const requests = await crowd(300, { path: '/api/admin/units', headers: greedy.headers });
    await untilRefused(requests, 50);
    const headers = { ...greedy.headers, 'content-type': 'application/json' };
    expect(await callOften(60, '/api/admin/units', { ...posted, headers })).toEqual({ 200: 60 });
  });
});

describe('slow requests without credentials from two networks', () => {
  test.each(['/api/v1/auth/login', '/registration/login', '/join/abc'])(
    '520 of them to %s do not block a third network',
    async (path) => {
      await Promise.all([crowd(260, { path, from: '127.1.1.1' }), crowd(260, { path, from: '127.2.2.2' })]);
      expect(await callOften(60, path, { ...posted, from: '127.3.3.3' })).toEqual({ 200: 60 });
    },
  );

  test('that are streamed take only a part of the places for uploads', async () => {
    const path = '/api/v1/auth/login';
    const crowds = await Promise.all(
      ['127.1.1.1', '127.2.2.2'].map((from) => crowd(260, { path, from, isChunked: true })),
    );
    await Promise.all(crowds.map((requests) => untilRefused(requests, 100)));
    const headers = { 'transfer-encoding': 'chunked' };
    expect(await callOften(10, path, { ...posted, headers, from: '127.3.3.3' })).toEqual({ 200: 10 });
    expect(await callOften(60, path, { ...posted, from: '127.3.3.3' })).toEqual({ 200: 60 });
  });
});

describe('1,050 slow webhook requests', () => {
  test('cost neither the Admin API nor any provider an answer', async () => {
    await crowd(1050, { path: '/telephony-a/voice', from: office });
    expect(await callOften(60, '/api/admin/units', other)).toEqual({ 200: 60 });
    for (const path of ['/telephony-a/voice', '/telephony-b/events']) {
      expect(await callOften(30, path, posted)).toEqual({ 200: 30 });
      expect(await callOften(30, path, { ...posted, from: '127.3.3.3' })).toEqual({ 200: 30 });
    }
  });
});

describe('1,000 pipelined requests of one connection', () => {
  const requestTo = (path: string): string =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${greedy.key}\r\n\r\n`;

  test('take one place at a time', async () => {
    const before = gateway.admin.DEV.count();
    const socket = connect(gateway.port, '127.0.0.1').on('error', () => undefined);
    socket.write(requestTo('/api/admin/units/silent').repeat(1000));
    await waitUntil(() => gateway.admin.DEV.count() > before, { what: 'the first of them' });
    expect(await callOften(60, '/api/admin/units', greedy)).toEqual({ 200: 60 });
    expect(gateway.admin.DEV.count()).toBe(before + 1 + 60);
    socket.destroy();
  });

  test('are all answered, in their order', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    let received = '';
    socket.on('data', (bytes) => (received += bytes.toString()));
    const numbers = Array.from({ length: 1000 }, (_, at) => String(at));
    for (const number of numbers) socket.write(requestTo(`/api/admin/units?number=${number}`));
    const answered = (): string[] =>
      [...received.matchAll(/\?number=(\d+)"/g)].map(([, number = '']) => number);
    await waitUntil(() => answered().length === 1000, { what: 'all answers' });
    expect(answered()).toEqual(numbers);
    socket.destroy();
  });
});

test.each([
  ['1,024 waiting requests', 1100, 0],
  ['1 MiB of headers of waiting requests', 90, 14_000],
])('a connection with more than %s is closed', async (_what, count, bytes) => {
  const before = gateway.admin.DEV.count();
  const socket = connect(gateway.port, '127.0.0.1').on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', () => resolve(true)));
  const headers = `Host: a\r\nAuthorization: Bearer ${greedy.key}\r\nX-Long: ${'a'.repeat(bytes)}`;
  const request = `GET /api/admin/units/silent HTTP/1.1\r\n${headers}\r\n\r\n`;
  socket.write(request);
  await waitUntil(() => gateway.admin.DEV.count() > before, { what: 'the first of them' });
  socket.write(request.repeat(count));
  expect(await closed).toBe(true);
});

describe('expensive reads', () => {
  const paths = ['/api/admin/audit/export/silent', '/api/admin/audit/verify/silent'];

  test('20 exports and 20 checks of one tenant take two places; lists and another tenant still work', async () => {
    const before = gateway.admin.DEV.count();
    const leaving = new AbortController();
    const asked = paths.flatMap((path) =>
      Array.from({ length: 20 }, async () => {
        const url = `http://127.0.0.1:${gateway.port}${path}`;
        return fetch(url, { headers: greedy.headers, signal: leaving.signal }).catch(() => null);
      }),
    );
    const refused = await Promise.race(asked);
    expect(refused?.status).toBe(429);
    expect(refused?.headers.get('retry-after')).toBe('1');
    await waitUntil(() => gateway.admin.DEV.count() === before + 2, { what: 'two at the service' });
    expect(await callOften(60, '/api/admin/units', greedy)).toEqual({ 200: 60 });
    expect(await callOften(10, '/api/admin/analytics/calls', other)).toEqual({ 200: 10 });
    leaving.abort();
    const answers = await Promise.all(asked);
    expect(answers.every((answer) => answer === null || answer.status === 429)).toBe(true);
    expect(gateway.admin.DEV.count()).toBe(before + 2 + 60 + 10);
    expect(await callOften(2, '/api/admin/audit/export', greedy)).toEqual({ 200: 2 });
  });

  test('from many tenants wait for a place, and get 503 if none becomes free', async () => {
    const keys = await Promise.all(
      Array.from({ length: 5 }, async (_, at) => addKey((await addTenant({ slug: `many-${at}` }))._id)),
    );
    const before = gateway.admin.DEV.count();
    const leaving = new AbortController();
    const asked = keys.map(async ({ headers }) => {
      const url = `http://127.0.0.1:${gateway.port}/api/admin/audit/verify/silent`;
      return fetch(url, { headers, signal: leaving.signal }).catch(() => null);
    });
    const refused = await Promise.race(asked);
    expect(refused?.status).toBe(503);
    expect(gateway.admin.DEV.count()).toBe(before + 4);
    leaving.abort();
    await Promise.all(asked);
  });
});

test('a body that arrives with less than 1 KiB/s is 408, whether its length is known or not', async () => {
  const path = '/api/admin/units';
  const { headers } = other;
  const crowds = await Promise.all([false, true].map((isChunked) => crowd(2, { path, headers, isChunked })));
  for (const requests of crowds) {
    await waitUntil(() => requests.ended() === 2, { what: 'the answers' });
    expect(requests.answers()).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n(?:.*\r\n)*Connection: close\r\n/);
    expect(requests.answers()).toContain('"code":"request_timeout"');
  }
});

describe('the places of expensive reads', () => {
  afterEach(closeDoors);

  test.each([
    ['an event stream', '/', { accept: 'text/event-stream' }],
    ['a long poll', '/?wait=9', {}],
    ['a body in chunks', '/', { 'transfer-encoding': 'chunked' }],
  ])('are taken also by a request for %s', async (_what, path, headers) => {
    const { port, bulkhead } = await openDoor(() => undefined, { area: 'admin', isExpensive: true });
    call(port, path, { headers }).catch(() => undefined);
    await waitUntil(() => bulkhead.inFlight === 1, { what: 'the request to have a place' });
    expect(bulkhead.places.ordinary.inUse).toBe(1);
  });
});
