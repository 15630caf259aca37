import type { RequestListener } from 'node:http';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, describe, expect, test } from 'vitest';
import { closeDoors, codeOf, openDoor } from './support/door.ts';
import { call, type Answer, type CallOptions } from './support/http-call.ts';

afterEach(closeDoors);

const admin = { area: 'admin', maxInFlight: 256, timeoutMs: 20_000 } as const;

/** A service that answers only after a signal of the test. */
function freezable() {
  const held: (() => void)[] = [];
  let isFrozen = true;
  const listener: RequestListener = (incoming, response) => {
    const answer = (): void => void incoming.resume().once('end', () => response.end('done'));
    if (isFrozen) held.push(answer);
    else answer();
  };
  return {
    listener,
    thaw() {
      isFrozen = false;
      for (const answer of held) answer();
    },
  };
}

const ways: [way: string, options: CallOptions][] = [
  ['held', {}],
  ['streamed', { method: 'POST', body: 'a body' }],
];

describe.each(ways)('an upstream that answers nothing to requests that are %s', (_way, options) => {
  test('gets no requests after three seconds, and gets them again when it recovers', async () => {
    const services = [freezable(), freezable()];
    const { port, bulkhead } = await openDoor(
      services.map(({ listener }) => listener),
      admin,
    );
    const {
      circuit: { breaker },
      upstream: { replicas },
    } = bulkhead;
    // A door does not poll readiness, so only the requests show the state.
    const setReady = (isReady: boolean): void => {
      for (const replica of replicas) replica.isReady = isReady;
    };
    for (const replica of replicas) replica.hurry = () => setReady(false);
    const first = call(port, '/', options);
    await waitUntil(() => breaker.isOpen, { what: 'the circuit to open', timeoutMs: 3500 });
    const refused = await call(port, '/', options);
    expect(codeOf(refused)).toEqual([503, 'upstream_unavailable']);
    for (const replica of replicas) replica.isWithoutStore = true;
    const withoutStore = await call(port, '/', options);
    expect(codeOf(withoutStore)).toEqual([503, 'store_unavailable']);
    for (const { headers } of [refused, withoutStore]) expect(headers['retry-after']).toBe('1');
    for (const service of services) service.thaw();
    setReady(true);
    expect(await first).toMatchObject({ status: 200, text: 'done' });
    let answer: Answer = refused;
    await waitUntil(async () => (answer = await call(port, '/', options)).status === 200, {
      what: 'an answer',
    });
    expect([answer.text, breaker.isOpen]).toEqual(['done', false]);
  });
});

test('an upstream with one silent replica uses the other', async () => {
  const { port, bulkhead } = await openDoor(
    [() => undefined, (_incoming, response) => response.end('other')],
    admin,
  );
  const write = call(port, '/', { method: 'POST' });
  const reads: Answer[] = [];
  const since = performance.now();
  await waitUntil(
    async () => {
      reads.push(await call(port, '/'));
      return performance.now() - since > 4000;
    },
    { what: 'four seconds of reads', everyMs: 100 },
  );
  expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
  expect(bulkhead.circuit.breaker.isOpen).toBe(false);
  closeDoors();
  await write.catch(() => undefined);
});
