import { rateLimited } from '@pas/platform/errors/raise';
import { createAttemptLimiter, isRefusal } from '@pas/shared/accounts/attempt-limiter';

/** Requests allowed for the link of a pass within the window, and the window in seconds. */
const [maxOpens, windowSeconds] = [10, 3600];

/** Rate limit of door commands by the link of a pass, shared by all replicas. */
export interface OpenLimit {
  /** @throws rate_limited after ten tries within an hour */
  count(passId: string): Promise<void>;
  /** Uncounts a repeat of an earlier request. */
  uncount(passId: string): Promise<void>;
}

/** Creates the limit; requires an open database. */
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
