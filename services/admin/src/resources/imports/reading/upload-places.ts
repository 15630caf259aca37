import { createFairPlaces } from '@pas/platform/concurrency/fair-places';
import { createSemaphore } from '@pas/platform/concurrency/semaphore';
import { rateLimited } from '@pas/platform/errors/raise';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { unavailable } from '@pas/shared/errors/raise';

/** Limits of concurrent dry runs in one process, shared fairly between tenants. */
export interface UploadPlaces {
  /**
   * Reads and plans one upload, from its first row until the plan is stored. It waits for a free slot.
   *
   * @param signal ends the wait when the client disconnects
   * @throws rate_limited for a tenant at its share of the uploads, unavailable when all slots are taken
   */
  hold<T>(ctx: OperationContext, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /**
   * Plans few rows, which is the expensive part of a small upload.
   *
   * @throws unavailable when no turn comes in time
   */
  plan<T>(ctx: OperationContext, work: () => Promise<T>): Promise<T>;
}

/** Maximum wait of an upload for its slot, and of a plan for its turn, in milliseconds. */
const maxWaitMs = 20_000;

const overloaded = () =>
  unavailable('Other imports are being read at the moment. Try again.', 'overloaded', 5);

const ownShareTaken = () =>
  rateLimited('Too many imports of this tenant are being read. Send fewer at once.', 5);

/**
 * Creates the slots of one process. A single tenant gets 5 of the 15 uploads, and 16 more wait. An upload
 * holds at most 4 million characters in memory. Two uploads are planned at once, and tenants take turns.
 */
export function createUploadPlaces(): UploadPlaces {
  const uploads = createFairPlaces({
    places: 15,
    weights: [1 / 2],
    waiting: { maxMs: maxWaitMs, max: 64, maxEach: 16 },
  });
  const planning = createSemaphore({ permits: 2, maxWaitMs, refusal: overloaded });
  return {
    async hold({ tenantId }, signal, work) {
      const outcome = await uploads.take([tenantId], signal);
      if (outcome !== 'taken') throw outcome === 'full' ? overloaded() : ownShareTaken();
      try {
        return await work();
      } finally {
        uploads.release([tenantId]);
      }
    },
    async plan({ tenantId }, work) {
      const permit = await planning.acquire(tenantId);
      try {
        return await work();
      } finally {
        planning.release(permit);
      }
    },
  };
}
