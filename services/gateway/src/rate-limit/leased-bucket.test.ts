import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { World, type Outcome, type Scenario } from '../../test/support/virtual-gateways.ts';
import { bookCall, type Bucket } from './bucket.ts';
import { LeasedBucket } from './leased-bucket.ts';

const admittedOf = (outcomes: readonly Outcome[]): number[] =>
  outcomes.filter(({ isAdmitted }) => isAdmitted).map(({ atMs }) => atMs);

/** The largest number of requests that any window admitted. */
function fullestWindow(times: readonly number[], windowMs: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  let [most, from] = [0, 0];
  sorted.forEach((time, to) => {
    while ((sorted[from] ?? time) <= time - windowMs) from += 1;
    most = Math.max(most, to - from + 1);
  });
  return most;
}

const ceiling = (limit: number, replicas: number): number => Math.max(1.06 * limit, limit + replicas);

const windows = 3;

const rates = fc.record({
  limit: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 13, max: 600 })),
  windowMs: fc.constantFrom(1000, 10_000, 60_000),
});

/** Times within the scenario, in bursts and spread, in fractions of it. */
const instants = (max: number) =>
  fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      spread: fc.constantFrom(0, 0.001, 0.05, 1),
      count: fc.integer({ min: 1, max: Math.max(1, Math.ceil(max / 2)) }),
      replica: fc.nat({ max: 7 }),
    }),
    { minLength: 1, maxLength: 8 },
  );

const disturbances = (windowMs: number) => ({
  replicas: fc.integer({ min: 1, max: 8 }),
  skewsMs: fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 8, maxLength: 8 }),
  killedAtMs: fc.option(fc.double({ min: 0, max: windows * windowMs, noNaN: true })),
});

const storms: fc.Arbitrary<Scenario> = rates.chain((rate) =>
  fc
    .record({
      ...disturbances(rate.windowMs),
      delaysMs: fc.array(fc.integer({ min: 0, max: rate.windowMs / 4 }), { minLength: 1, maxLength: 5 }),
      fates: fc.array(fc.constantFrom('answered', 'answered', 'call lost', 'answer lost'), {
        minLength: 1,
        maxLength: 7,
      }),
      bursts: instants(rate.limit),
    })
    .filter(({ fates }) => fates.includes('answered'))
    .map(({ bursts, ...world }) => ({
      ...world,
      rate,
      arrivals: bursts.flatMap(({ at, spread, count, replica }) =>
        Array.from({ length: count }, (_, index) => ({
          atMs: (at + (spread * index) / count) * windows * rate.windowMs,
          replica: spread === 1 ? index : replica,
        })),
      ),
    })),
);

/** A steady load of some share of the limit, unevenly spread over the replicas. */
const loads = (shares: fc.Arbitrary<number>): fc.Arbitrary<Scenario> =>
  rates.chain((rate) =>
    fc
      .record({
        ...disturbances(rate.windowMs),
        killedAtMs: fc.constant(null),
        delaysMs: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 }),
        fates: fc.constant(['answered' as const]),
        share: shares,
        weights: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 13 }),
      })
      .map(({ share, weights, ...world }) => {
        const replicaOf = weights.flatMap((weight, replica) => Array.from({ length: weight }, () => replica));
        const stepMs = rate.windowMs / (rate.limit * share);
        const arrivals = Array.from({ length: Math.floor(windows * rate.limit * share) }, (_, index) => ({
          atMs: index * stepMs,
          replica: replicaOf[(index * 7) % replicaOf.length] ?? 0,
        }));
        return { ...world, rate, arrivals };
      }),
  );

describe('leased buckets of 1 to 8 replicas', () => {
  test('no window exceeds its limit by more than 6 % or one request for each replica', () => {
    fc.assert(
      fc.property(storms, (scenario) => {
        const { rate, replicas } = scenario;
        const { outcomes } = new World(scenario).run();
        expect(fullestWindow(admittedOf(outcomes), rate.windowMs)).toBeLessThanOrEqual(
          ceiling(rate.limit, replicas),
        );
      }),
      { numRuns: 400, endOnFailure: true },
    );
  });

  test('at least 90 % of a load within the limit is admitted', () => {
    const legalLoads = loads(fc.double({ min: 0.2, max: 1, noNaN: true }));
    fc.assert(
      fc.property(legalLoads, (scenario) => {
        const { outcomes } = new World(scenario).run();
        expect(outcomes).toHaveLength(scenario.arrivals.length);
        expect(admittedOf(outcomes).length).toBeGreaterThanOrEqual(
          Math.floor(0.9 * scenario.arrivals.length),
        );
      }),
      { numRuns: 200, endOnFailure: true },
    );
  });

  test('a load above the limit gets at least 90 % of the limit, and no more than the ceiling', () => {
    const floods = loads(fc.double({ min: 1, max: 4, noNaN: true }));
    fc.assert(
      fc.property(floods, (scenario) => {
        const { rate, replicas } = scenario;
        const times = admittedOf(new World(scenario).run().outcomes);
        // A window may end just before a request, so one of each is due to the times of the load.
        expect(times.length).toBeGreaterThanOrEqual((0.9 * rate.limit - 1) * windows);
        expect(fullestWindow(times, rate.windowMs)).toBeLessThanOrEqual(ceiling(rate.limit, replicas));
      }),
      { numRuns: 100, endOnFailure: true },
    );
  });
});

const calm = { skewsMs: [], delaysMs: [2], fates: ['answered' as const], killedAtMs: null };

describe('a leased bucket', () => {
  const rate = { limit: 600, windowMs: 60_000 };
  const arrivalsOf = (count: number, everyMs: number, replicas = 1) =>
    Array.from({ length: count }, (_, index) => ({ atMs: index * everyMs, replica: index % replicas }));

  test('admits exactly the limit of a burst', () => {
    for (const replicas of [1, 2, 8]) {
      const world = new World({ ...calm, rate, replicas, arrivals: arrivalsOf(2000, 0, replicas) }).run();
      expect(admittedOf(world.outcomes)).toHaveLength(600);
      expect(world.outcomes).toHaveLength(2000);
    }
  });

  test.each([
    ['fifty at once', 50, 0, 3],
    ['a busy key at its limit', 600, 100, 100],
    ['a flood of ten thousand', 10_000, 1, 20],
    ['one request in ten seconds', 6, 10_000, 12],
  ])('%s costs few calls', (_what, count, everyMs, calls) => {
    const world = new World({ ...calm, rate, replicas: 1, arrivals: arrivalsOf(count, everyMs) }).run();
    expect(world.outcomes).toHaveLength(count);
    expect(world.calls).toBeLessThanOrEqual(calls);
  });

  test('a request after the wait that a refusal names is admitted', () => {
    const bucket = new LeasedBucket({ limit: 5, windowMs: 2000 }, 'one');
    let stored: Bucket | null = null;
    const ask = (nowMs: number): boolean => {
      const verdict = bucket.take(nowMs);
      if (verdict !== 'waiting') return verdict === 'admitted';
      const booking = bookCall(stored, bucket.call(nowMs, 1), nowMs);
      stored = booking.bucket;
      return bucket.receive(booking, nowMs).admitted === 1;
    };
    for (let offsetMs = 0; offsetMs < 100; offsetMs += 7) {
      const startMs = 1_800_000_000_000 + offsetMs * 100_000 + offsetMs;
      expect(Array.from({ length: 6 }, () => ask(startMs))).toEqual([true, true, true, true, true, false]);
      const { tokens, nextInMs } = bucket.remaining(startMs);
      expect(tokens).toBe(0);
      expect(nextInMs).toBeLessThanOrEqual(2000);
      expect(ask(startMs + nextInMs)).toBe(true);
    }
  });
});
