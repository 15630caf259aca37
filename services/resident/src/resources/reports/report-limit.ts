import { rateLimited } from '@pas/platform/errors/raise';
import { createAttemptLimiter, isRefusal } from '@pas/shared/accounts/attempt-limiter';

/** Reports allowed for a person within the window, and the window in seconds. */
const [maxReports, windowSeconds] = [20, 86_400];

/** Limit of the reports of each person, shared by all replicas. */
export interface ReportLimit {
  /** @throws rate_limited after 20 reports within a day */
  count(userId: string): Promise<void>;
}

/** Creates the limit; requires an open database. */
export function createReportLimit(): ReportLimit {
  const limiter = createAttemptLimiter('report', maxReports, windowSeconds);
  return {
    async count(userId) {
      try {
        await limiter.consume(userId);
      } catch (refusal) {
        if (!isRefusal(refusal)) throw refusal;
        const message = `You have sent ${maxReports} reports within a day. Wait, or call your property manager.`;
        throw rateLimited(message, refusal.msBeforeNext / 1000);
      }
    },
  };
}
