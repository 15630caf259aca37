import { createLogger, type Logger } from '@pas/platform/log/logger';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bookCall, type Bucket } from './bucket.ts';
import type { BucketStore } from './bucket-store.ts';
import { limitRates, type RateLimiter } from './limit-rates.ts';
import type { Quota } from './quota.ts';

/** A store in memory that can fail or stay silent. */
function createStore() {
  const buckets = new Map<string, Bucket>();
  const store = {
    calls: 0,
    mood: 'answers' as 'answers' | 'fails' | 'is silent',
    leases: () => [...buckets.values()].flatMap(({ leases }) => leases),
    book: (async (bucketId, call) => {
      store.calls += 1;
      if (store.mood === 'fails') throw new Error('no primary');
      if (store.mood === 'is silent')
        await waitUntil(() => store.mood !== 'is silent', { what: 'the store' });
      const booking = bookCall(buckets.get(bucketId) ?? null, call, Date.now());
      buckets.set(bucketId, booking.bucket);
      return booking;
    }) satisfies BucketStore['book'],
  };
  return store;
}

const limit = { bucketId: 'key_one', limit: 100, windowSeconds: 60 };

let store: ReturnType<typeof createStore>;
let lines: string[];
let limiter: RateLimiter;

function loggingTo(into: string[]): Logger {
  const log = createLogger({ service: 'gateway', environment: 'DEV', level: 'silent' });
  const keep = (_fields: unknown, message: string): void => void into.push(message);
  return Object.assign(Object.create(log) as Logger, {
    warn: keep,
    info: (message: string) => into.push(message),
  });
}

beforeEach(() => {
  store = createStore();
  lines = [];
  const gateways = { count: () => 4, need: () => undefined, stop: () => Promise.resolve() };
  limiter = limitRates({ store, gateways, log: loggingTo(lines), storeTimeoutMs: 50 });
});
afterEach(async () => {
  store.mood = 'answers';
  await limiter.stop();
});

const takeMany = async (count: number): Promise<Quota[]> =>
  Promise.all(Array.from({ length: count }, async () => limiter.take(limit)));
const admittedOf = (quotas: readonly Quota[]): number => quotas.filter(({ isAdmitted }) => isAdmitted).length;

describe('limitRates', () => {
  test('serves fifty requests at once with a few calls', async () => {
    expect(admittedOf(await takeMany(50))).toBe(50);
    expect(store.calls).toBeLessThanOrEqual(3);
  });

  test('refuses beyond the limit, without a call for each refusal', async () => {
    expect(admittedOf(await takeMany(150))).toBe(100);
    const { calls } = store;
    const refused = await takeMany(1000);
    expect(admittedOf(refused)).toBe(0);
    expect(store.calls).toBe(calls);
    expect(refused[0]?.nextInMs).toBeGreaterThan(50_000);
  });

  test.each(['fails', 'is silent'] as const)(
    'admits its share of the limit while the store %s, and says so once',
    async (mood) => {
      store.mood = mood;
      expect(admittedOf(await takeMany(80))).toBe(25);
      expect(admittedOf(await takeMany(80))).toBeLessThan(3);
      expect(lines).toEqual([expect.stringContaining('does not answer')]);
    },
  );

  test('counts requests that it admitted alone as soon as the store answers again', async () => {
    store.mood = 'is silent';
    expect(admittedOf(await takeMany(25))).toBe(25);
    store.mood = 'answers';
    await waitUntil(() => lines.length === 2, { what: 'the store to be back' });
    expect(lines[1]).toContain('answers again');
    const more = await takeMany(200);
    expect(admittedOf(more)).toBeGreaterThanOrEqual(50);
    expect(admittedOf(more)).toBeLessThanOrEqual(75);
  });

  test('returns its leases when it stops', async () => {
    for (let round = 0; round < 5; round += 1) await takeMany(5);
    expect(store.leases()).not.toEqual([]);
    await limiter.stop();
    expect(store.leases()).toEqual([]);
  });

  test('stops in time while the store is silent', async () => {
    for (let round = 0; round < 5; round += 1) await takeMany(5);
    store.mood = 'is silent';
    await expect(limiter.stop()).resolves.toBeUndefined();
  });
});
