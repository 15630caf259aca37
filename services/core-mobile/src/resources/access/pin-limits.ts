import { createLines, type Lines } from '@pas/platform/concurrency/lines';
import { rateLimited } from '@pas/platform/errors/raise';
import { createAttemptLimiter, isRefusal } from '@pas/shared/accounts/attempt-limiter';

/** Wrong PINs allowed at a door within the window, and the window in seconds. */
const [maxWrong, windowSeconds] = [5, 300];

/** Longest wait of a PIN for earlier ones at the same door, in milliseconds. */
const maxWaitMs = 5000;

const tooManyAtOnce = () => rateLimited('Too many PINs are being checked at this door. Try again.', 1);

/**
 * Rate limit of wrong PINs at each door, shared by all replicas. `inTurn` looks up the PINs of a door one by one, so
 * that each concurrent guess counts.
 */
export interface PinLimits extends Lines {
  /** @throws rate_limited for a door with too many wrong PINs; a driver's error when the count cannot be read */
  requireOpen(accessPointId: string): Promise<void>;
  countWrong(accessPointId: string): Promise<void>;
}

/** Creates the limits; requires an open database. A correct PIN does not reset the count. */
export function createPinLimits(): PinLimits {
  const limiter = createAttemptLimiter('pin', maxWrong, windowSeconds);
  return {
    ...createLines({ maxWaitMs, refusal: tooManyAtOnce }),
    async requireOpen(id) {
      const counted = await limiter.get(id);
      if (counted === null || counted.consumedPoints < maxWrong) return;
      const message = 'Too many wrong PINs at this door. Retry after the time in Retry-After.';
      throw rateLimited(message, counted.msBeforeNext / 1000);
    },
    async countWrong(id) {
      await limiter.consume(id).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
      });
    },
  };
}
