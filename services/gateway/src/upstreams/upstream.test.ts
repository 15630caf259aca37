import { lookup } from 'node:dns';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Replica } from './replica.ts';
import { recordAnswer, recordConnectFailure } from './replica-signs.ts';
import { createUpstream, upstreamCheck } from './upstream.ts';

const replica = (url: string, isReady = true): Replica => ({
  url,
  ip: null,
  lookup,
  name: url,
  isReady,
  isLeaving: false,
  isWithoutStore: false,
  refusesUntil: 0,
  connectFailures: 0,
  outUntil: 0,
  heardAt: 0,
  sent: 0,
  answers: 0,
  isResting: false,
  hurry: () => undefined,
  dispatch: () => undefined,
  send: () => undefined,
  retire: () => undefined,
  close: () => Promise.resolve(),
});
const urls = (upstream: ReturnType<typeof createUpstream>, times: number, tried: readonly Replica[] = []) =>
  Array.from({ length: times }, () => upstream.choose(tried)?.url);

describe('createUpstream', () => {
  test('takes replicas in turn', () => {
    const upstream = createUpstream(
      'admin@DEV',
      ['a', 'b', 'c'].map((url) => replica(url)),
    );
    expect(urls(upstream, 6)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  test('shares the turns of an unready replica evenly among the others', () => {
    const upstream = createUpstream('admin@DEV', [replica('a'), replica('b', false), replica('c')]);
    expect(urls(upstream, 4)).toEqual(['a', 'c', 'a', 'c']);
  });

  test('takes an unready replica if there is no other, and none twice for one request', () => {
    const [a, b] = [replica('a'), replica('b', false)];
    const upstream = createUpstream('admin@DEV', [a, b]);
    expect(upstream.choose([a])).toBe(b);
    expect(upstream.choose([a, b])).toBeUndefined();
    a.isReady = false;
    expect(new Set(urls(upstream, 2))).toEqual(new Set(['a', 'b']));
  });

  test('takes a replica that has refused an assertion only if no other is ready', () => {
    const [a, b, c] = [replica('a'), replica('b'), replica('c', false)];
    const upstream = createUpstream('admin@DEV', [a, b, c]);
    a.refusesUntil = performance.now() + 60_000;
    expect(urls(upstream, 3)).toEqual(['b', 'b', 'b']);
    b.refusesUntil = performance.now() + 60_000;
    expect(new Set(urls(upstream, 4))).toEqual(new Set(['a', 'b']));
    a.refusesUntil = performance.now() - 1;
    expect(urls(upstream, 2)).toEqual(['a', 'a']);
  });

  test('never takes an ending replica, even if there is no other', () => {
    const upstream = createUpstream('admin@DEV', [{ ...replica('a', false), isLeaving: true }]);
    expect(upstream.choose([])).toBeUndefined();
  });
});

describe('a replica that cannot be connected to', () => {
  afterEach(() => vi.useRealTimers());

  /** A failed connection to a replica that is ready over an open connection. */
  const failToConnect = (failing: Replica): void => {
    recordConnectFailure(failing);
    failing.isReady = true;
  };

  test('gets no requests for two seconds after three failures in a row', () => {
    vi.useFakeTimers({ toFake: ['performance'], now: 0 });
    const [a, b] = [replica('a'), replica('b')];
    const upstream = createUpstream('admin@DEV', [a, b]);
    failToConnect(a);
    failToConnect(a);
    recordAnswer(a, 'keep-alive');
    failToConnect(a);
    failToConnect(a);
    expect(new Set(urls(upstream, 2))).toEqual(new Set(['a', 'b']));
    failToConnect(a);
    expect(urls(upstream, 3)).toEqual(['b', 'b', 'b']);
    vi.advanceTimersByTime(1999);
    expect(urls(upstream, 2)).toEqual(['b', 'b']);
    vi.advanceTimersByTime(1);
    expect(new Set(urls(upstream, 2))).toEqual(new Set(['a', 'b']));
  });

  test('still gets requests if it is the last one', () => {
    const [a, b] = [replica('a'), replica('b')];
    const upstream = createUpstream('admin@DEV', [a, b]);
    for (const failing of [a, a, a, b, b, b]) failToConnect(failing);
    expect(new Set(urls(upstream, 4))).toEqual(new Set(['a', 'b']));
    b.isReady = false;
    expect(urls(upstream, 2)).toEqual(['a', 'a']);
  });
});

describe('upstreamCheck', () => {
  test('is up with all replicas, and otherwise states the number of ready ones without names', () => {
    const [a, b] = [replica('http://a'), replica('http://b')];
    const { check, isCritical } = upstreamCheck(createUpstream('admin@DEV', [a, b]));
    expect(check).not.toThrow();
    b.isReady = false;
    expect(check).toThrow(/^1 of 2 replicas are ready$/);
    expect(isCritical).toBe(false);
    a.refusesUntil = performance.now() + 60_000;
    expect(check).toThrow(/^0 of 2 replicas are ready$/);
  });
});
