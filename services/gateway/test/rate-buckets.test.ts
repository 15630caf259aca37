import { RateBucketModel, type RateBucketRow } from '@pas/shared/models/rate-bucket';
import { useDatabases } from '@pas/testing/test-databases';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookPipeline } from '../src/rate-limit/book-pipeline.ts';
import { bookCall, type Bucket, type LeaseCall } from '../src/rate-limit/bucket.ts';

await useDatabases();

interface Step {
  afterMs: number;
  call: LeaseCall;
}

const count = (max: number) => fc.oneof(fc.constant(0), fc.integer({ min: 1, max }));

const stepsOf = (limit: number, windowMs: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      // The clock of the database may step back.
      afterMs: fc.oneof(
        fc.integer({ min: 0, max: windowMs / 5 }),
        fc.integer({ min: -windowMs / 20, max: 2 * windowMs }),
      ),
      call: fc.record({
        limit: fc.constant(limit),
        windowMs: fc.constant(windowMs),
        holder: fc.constantFrom('one', 'two', 'three'),
        used: count(limit),
        usedAgoMs: count(windowMs / 5),
        unleased: count(3),
        keep: count(3),
        waiting: count(20),
        want: count(limit),
      }),
    }),
    { minLength: 1, maxLength: 25 },
  );

const sequences = fc
  .tuple(fc.constantFrom(1, 7, 100, 600, 60_000), fc.constantFrom(1000, 60_000, 3_600_000))
  .chain(([limit, windowMs]) => stepsOf(limit, windowMs));

test('MongoDB books any sequence of calls as the model does', async () => {
  let sequence = 0;
  await fc.assert(
    fc.asyncProperty(sequences, async (steps) => {
      const _id = `lineage ${(sequence += 1)}`;
      let bucket: Bucket | null = null;
      let nowMs = 1_800_000_000_000;
      for (const { afterMs, call } of steps) {
        nowMs += afterMs;
        const booked = bookCall(bucket, call, nowMs);
        const row = await RateBucketModel.collection.findOneAndUpdate(
          { _id } as object,
          bookPipeline(call, new Date(nowMs)),
          { upsert: true, returnDocument: 'after' },
        );
        const { slot, used, leases, grant } = row as unknown as RateBucketRow;
        expect({ bucket: { slot, used, leases }, grant }).toEqual(booked);
        ({ bucket } = booked);
      }
    }),
    { numRuns: 60, endOnFailure: true },
  );
});
