/** Retry policy of a message. */
export interface RetryTimes {
  /** Maximum age of a queued message, in milliseconds. Older messages fail. */
  giveUpMs: number;
  /** The wait after the first failed attempt, in milliseconds. Each further wait is twice as long. */
  firstMs: number;
  /** The longest wait, in milliseconds. */
  maxMs: number;
}

/** The maximum of five minutes delivers messages soon after a server's outage of several hours. */
export const defaultRetryTimes = { firstMs: 1000, maxMs: 300_000 } as const;

/** Half fixed, half random: messages that failed together are not retried together. */
function backoffMs({ firstMs, maxMs }: RetryTimes, attempts: number): number {
  const ceiling = Math.min(maxMs, firstMs * 2 ** Math.min(attempts, 20));
  return ceiling / 2 + (Math.random() * ceiling) / 2;
}

interface FailedTry {
  createdAt: Date;
  /** The failed attempts before this one. */
  attempts: number;
  /** The wait that the carrier requests, in milliseconds; null without one. */
  afterMs: number | null;
}

/** Returns the time of the next attempt; null when the message is given up. */
export function nextTry(
  times: RetryTimes,
  { createdAt, attempts, afterMs }: FailedTry,
  now: Date,
): Date | null {
  const waitMs = Math.max(afterMs ?? 0, backoffMs(times, attempts));
  const next = new Date(now.getTime() + waitMs);
  return next.getTime() - createdAt.getTime() > times.giveUpMs ? null : next;
}
