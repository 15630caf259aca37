import { once } from 'node:events';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { happenings, toyPage } from './toy-answers.routes.ts';
import { owner, startToy } from './toy-service.ts';

let toy: ServiceHarness;
let stopping: AbortController;

beforeAll(async () => {
  stopping = new AbortController();
  toy = await startToy('refuse', {
    stopping: stopping.signal,
    faultPages: { below: ['/toy'], render: ({ status, message }) => toyPage(status, message) },
  });
});
afterAll(() => toy.stop());

/** Starts a request whose answer is read piece by piece and can be aborted. */
async function open(path: string, headers: Record<string, string> = {}) {
  const client = new AbortController();
  const {
    status,
    headers: answered,
    body,
  } = await toy.send(path, { as: owner, headers, signal: client.signal });
  const reader = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  const readUntil = async (wanted: string): Promise<string> => {
    let text = '';
    while (!text.includes(wanted)) {
      const { done, value = '' } = await reader.read();
      if (done) throw new Error(`The answer ended without ${wanted}: ${text}`);
      text += value;
    }
    return text;
  };
  const readToEnd = async (): Promise<void> => {
    while (!(await reader.read()).done);
  };
  return { status, headers: answered, readUntil, readToEnd, leave: () => client.abort() };
}

describe('a stream', () => {
  test('answers HEAD with headers alone, and reads its source no further', async () => {
    const closed = once(happenings, 'stream closed');
    const { status, headers, body } = await toy.send('/api/admin/stream', { as: owner, method: 'HEAD' });
    await closed;
    expect([status, headers.get('content-type'), body]).toEqual([200, 'text/plain; charset=utf-8', null]);
  });

  test('is closed when its client leaves', async () => {
    const closed = once(happenings, 'stream closed');
    const { status, headers, readUntil, leave } = await open('/api/admin/stream');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    await readUntil('x');
    leave();
    expect(await closed).toEqual([]);
  });
});

describe('server-sent events', () => {
  test('are never stored or buffered by a proxy', async () => {
    const { status, headers, leave } = await open('/api/admin/events');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-accel-buffering')).toBe('no');
    leave();
  });

  test('carry only the fields of the response schema', async () => {
    const { readUntil, leave } = await open('/api/admin/events');
    expect(await readUntil('{"count":3}\n\n')).toBe(
      [1, 2, 3].map((count) => `id: ${count}\nevent: counted\ndata: {"count":${count}}\n\n`).join(''),
    );
    leave();
  });

  test('resume after the event that Last-Event-ID names', async () => {
    const { readUntil, leave } = await open('/api/admin/events', { 'last-event-id': '41' });
    expect(await readUntil('{"count":44}')).toMatch(/^id: 42\n/);
    leave();
  });

  test('contain comments while the stream is silent', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { readUntil, leave } = await open('/api/admin/events');
      await readUntil('{"count":3}\n\n');
      vi.advanceTimersByTime(15_000);
      expect(await readUntil('\n\n')).toBe(': alive\n\n');
      leave();
    } finally {
      vi.useRealTimers();
    }
  });

  test('end for a client that leaves', async () => {
    const closed = once(happenings, 'events closed');
    const { readUntil, leave } = await open('/api/admin/events');
    await readUntil('{"count":3}');
    leave();
    expect(await closed).toEqual([]);
  });

  test('answer HEAD with headers only', async () => {
    const { status, body } = await toy.send('/api/admin/events', { as: owner, method: 'HEAD' });
    expect([status, body]).toEqual([200, null]);
  });
});

describe('a long poll', () => {
  const poll = async (query: string) =>
    toy.call<{ news: boolean }>('GET', `/api/admin/poll${query}`, { as: owner });

  test('answers immediately without a wait', async () => {
    expect((await poll('')).body).toEqual({ news: false });
  });

  test('answers as soon as an event occurs', async () => {
    const waiting = once(happenings, 'waiting');
    const answer = poll('?wait=25');
    await waiting;
    happenings.emit('news');
    expect((await answer).body).toEqual({ news: true });
  });

  test('answers in time without an event', async () => {
    const { status, body } = await poll('?wait=1');
    expect([status, body]).toEqual([200, { news: false }]);
  });

  test.each(['26', '-1', '1.5', '', 'x'])('422 for a wait of %s', async (wait) => {
    expect((await poll(`?wait=${wait}`)).status).toBe(422);
  });
});

describe('a page', () => {
  test('loads only own images, runs and frames nothing, and hides its address from caches, sites and searches', async () => {
    const { status, headers } = await toy.send('/toy/car');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; img-src 'self'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  });

  test.each([
    ['what has ended', 'GET', '/toy/ended', 410],
    ['another method', 'PATCH', '/toy/car', 405],
    ['an unknown path', 'GET', '/toy/car/wheel', 404],
  ])('tells a failure as a page: %s', async (_name, method, path, wanted) => {
    const { status, headers } = await toy.send(path, { method });
    expect([status, headers.get('content-type')]).toEqual([wanted, 'text/html; charset=utf-8']);
  });

  test('does not replace the problem bodies of other paths', async () => {
    const { headers } = await toy.send('/toys', { as: owner });
    expect(headers.get('content-type')).toContain('application/problem+json');
  });
});

// Last in the file, because a stopped service does not wait again.
describe('a service that stops', () => {
  test('ends waiting work with a complete answer, and completes answers in progress', async () => {
    const waiting = once(happenings, 'waiting');
    const poll = toy.call<{ news: boolean }>('GET', '/api/admin/poll?wait=25', { as: owner });
    const events = await open('/api/admin/events');
    const stream = await open('/api/admin/stream');
    await events.readUntil('{"count":3}');
    await waiting;

    stopping.abort();

    expect((await poll).body).toEqual({ news: false });
    await events.readToEnd();
    await stream.readUntil('x');
    stream.leave();
  });
});
