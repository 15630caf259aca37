import { createLines, type Lines } from '@pas/platform/concurrency/lines';
import { rateLimited } from '@pas/platform/errors/raise';
import { createAttemptLimiter, isRefusal } from '@pas/shared/accounts/attempt-limiter';

/** How many wrong PINs a door takes within the window, and the window in seconds. */
const [maxWrong, windowSeconds] = [5, 300];

/** How long a PIN waits for those before it at the same door, in milliseconds. */
const maxWaitMs = 5000;

const tooManyAtOnce = () => rateLimited('Too many PINs are being checked at this door. Try again.', 1);

/**
 * Keeps the guessing of PINs slow, for each door, over all replicas together. In one process, one PIN of a door is looked
 * up after the other (`inTurn`), so that of many guesses at once none passes uncounted.
 */
export interface PinLimits extends Lines {
  /** @throws rate_limited for a door with too many wrong PINs; a driver's error when it can't tell */
  requireOpen(accessPointId: string): Promise<void>;
  countWrong(accessPointId: string): Promise<void>;
}

/** Prepares the limits, once the database is open. A right PIN does not reset the count. */
export function createPinLimits(): PinLimits {
  const limiter = createAttemptLimiter('pin', maxWrong, windowSeconds);
  return {
    ...createLines({ maxWaitMs, refusal: tooManyAtOnce }),
    async requireOpen(id) {
      const counted = await limiter.get(id);
      if (counted === null || counted.consumedPoints < maxWrong) return;
      const message = 'Too many wrong PINs at this door. Wait as long as Retry-After says.';
      throw rateLimited(message, counted.msBeforeNext / 1000);
    },
    async countWrong(id) {
      await limiter.consume(id).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
      });
    },
  };
}
