/** The further attempts that each request adds. */
const perRequest = 0.1;
/** The further attempts that each second adds. */
const perSecond = 2;
/** The largest burst: about the requests in flight on a busy replica when it is killed. */
const capacity = 100;

/** Limits the further attempts of an upstream to a tenth of its requests, so that retries cannot overload it. */
export interface RetryBudget {
  /** Counts a request. */
  earn(): void;
  /** Takes one further attempt; false if none is left. */
  spend(): boolean;
}

/**
 * Creates a token bucket that requests and time refill.
 *
 * @param now milliseconds of a clock that only goes forward
 */
export function createRetryBudget(now: () => number = () => performance.now()): RetryBudget {
  let tokens = capacity;
  let filledAt = now();
  return {
    earn() {
      if (tokens < capacity) tokens += perRequest;
    },
    spend() {
      const at = now();
      tokens = Math.min(capacity, tokens + ((at - filledAt) / 1000) * perSecond);
      filledAt = at;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
