const baseMs = 250;
const maxMs = 8000;

/** Share of `Retry-After` that is added at random, so that waiting clients do not return at once. */
const spread = 0.25;

const everRepeatable = new Set([429]);
const repeatable = new Set([429, 502, 503, 504]);

/** Reads `Retry-After` (seconds or an HTTP date), in milliseconds; null without a readable one. */
export function readRetryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** An attempt without success: its answer, or no status for a lost connection. */
export interface FailedAttempt {
  status: number | null;
  code: string | null;
  retryAfterMs: number | null;
}

/**
 * Returns whether a request may be sent again. The service has not executed a request that it answers with 429. Any
 * other failure can hide an effect, so that only a repeatable request follows it.
 */
export function mayRepeat({ status, code }: FailedAttempt, isRepeatable: boolean): boolean {
  if (!isRepeatable) return status !== null && everRepeatable.has(status);
  return status === null || repeatable.has(status) || code === 'idempotency_in_progress';
}

/**
 * Returns the wait before the next attempt, in milliseconds: `Retry-After` with up to a quarter more. Without it, the
 * wait is a random part of an exponential limit.
 */
export function delayBefore(
  attempt: number,
  { retryAfterMs }: FailedAttempt,
  random: () => number = Math.random,
): number {
  if (retryAfterMs !== null) return retryAfterMs * (1 + spread * random());
  return random() * Math.min(maxMs, baseMs * 2 ** attempt);
}
