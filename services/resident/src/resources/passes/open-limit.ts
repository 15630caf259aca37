import { rateLimited } from '@pas/platform/errors/raise';
import { createAttemptLimiter, isRefusal } from '@pas/shared/accounts/attempt-limiter';

/** How often the link of a pass may ask for a door within the window, and the window in seconds. */
const [maxOpens, windowSeconds] = [10, 3600];

/** Keeps the link of a pass from commanding doors without end, over all replicas together. */
export interface OpenLimit {
  /** @throws rate_limited after ten tries within an hour */
  count(passId: string): Promise<void>;
  /** Takes a try back from the count that was the repeat of another one. */
  uncount(passId: string): Promise<void>;
}

/** Prepares the limit, once the database is open. */
export function createOpenLimit(): OpenLimit {
  const limiter = createAttemptLimiter('pass-open', maxOpens, windowSeconds);
  return {
    async count(passId) {
      try {
        await limiter.consume(passId);
      } catch (refusal) {
        if (!isRefusal(refusal)) throw refusal;
        const message = 'This pass has asked for doors ten times within an hour. Wait, or use the PIN.';
        throw rateLimited(message, refusal.msBeforeNext / 1000);
      }
    },
    async uncount(passId) {
      await limiter.reward(passId);
    },
  };
}
