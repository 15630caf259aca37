/** How failed tries of a message are repeated. */
export interface RetryTimes {
  /** How long a message may wait from its queueing until it is given up, in milliseconds. */
  giveUpMs: number;
  /** The wait after the first failed try, in milliseconds. Each further one is twice as long. */
  firstMs: number;
  /** The longest wait, in milliseconds. */
  maxMs: number;
}

/** With a try at least each five minutes, a server that was away for a morning gets its messages soon after. */
export const usualRetryTimes = { firstMs: 1000, maxMs: 300_000 } as const;

/** Half fixed, half random: messages that failed together are not tried again together. */
function backoffMs({ firstMs, maxMs }: RetryTimes, attempts: number): number {
  const ceiling = Math.min(maxMs, firstMs * 2 ** Math.min(attempts, 20));
  return ceiling / 2 + (Math.random() * ceiling) / 2;
}

interface FailedTry {
  createdAt: Date;
  /** The failed tries before this one. */
  attempts: number;
  /** The wait that the carrier asks for, in milliseconds; null for none. */
  afterMs: number | null;
}

/** When a message is tried again; null when it is given up. */
export function nextTry(
  times: RetryTimes,
  { createdAt, attempts, afterMs }: FailedTry,
  now: Date,
): Date | null {
  const waitMs = Math.max(afterMs ?? 0, backoffMs(times, attempts));
  const next = new Date(now.getTime() + waitMs);
  return next.getTime() - createdAt.getTime() > times.giveUpMs ? null : next;
}
