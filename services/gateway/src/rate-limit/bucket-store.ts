import { RateBucketModel, type RateBucketRow } from '@pas/shared/models/rate-bucket';
import { bookPipeline } from './book-pipeline.ts';
import type { LeaseCall } from './bucket.ts';
import type { TokenGrant } from './leased-bucket.ts';

/** The store of the buckets of all gateways. */
export interface BucketStore {
  /** Books a call. It rejects when the store does not answer. */
  book(bucketId: string, call: LeaseCall): Promise<TokenGrant>;
}

/** Whether two first calls of a bucket collided. The losing call finds the row on its second try. */
const isRaceOfFirstCalls = (error: unknown): boolean => (error as { code?: unknown }).code === 11_000;

async function bookOnce(bucketId: string, call: LeaseCall): Promise<TokenGrant> {
  const row = await RateBucketModel.collection.findOneAndUpdate(
    { _id: bucketId } as object,
    bookPipeline(call),
    // A count that an election rolls back costs less than waiting for a majority at each call.
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
