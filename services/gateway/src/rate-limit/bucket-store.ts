import { RateBucketModel, type RateBucketRow } from '@pas/shared/models/rate-bucket';
import { bookPipeline } from './book-pipeline.ts';
import type { LeaseCall } from './bucket.ts';
import type { Booking } from './leased-bucket.ts';

/** Where the buckets of all gateways are. */
export interface BucketStore {
  /** Books a call. It rejects when the store does not answer. */
  book(bucketId: string, call: LeaseCall): Promise<Booking>;
}

/** Two first calls of a bucket at once: one of them inserts the row, and the other one finds it the second time. */
const isRaceOfFirstCalls = (error: unknown): boolean => (error as { code?: unknown }).code === 11_000;

async function bookOnce(bucketId: string, call: LeaseCall): Promise<Booking> {
  const row = await RateBucketModel.collection.findOneAndUpdate(
    { _id: bucketId } as object,
    bookPipeline(call),
    // A count that an election takes back costs less than the wait for a majority at each call.
    { upsert: true, returnDocument: 'after', writeConcern: { w: 1 } },
  );
  const { slot, used, leases, grant } = row as unknown as RateBucketRow;
  return { bucket: { slot, used, leases }, grant };
}

/** The buckets in the control database. */
export const mongoBuckets: BucketStore = {
  async book(bucketId, call) {
    try {
      return await bookOnce(bucketId, call);
    } catch (error) {
      if (!isRaceOfFirstCalls(error)) throw error;
      return bookOnce(bucketId, call);
    }
  },
};
