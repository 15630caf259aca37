const [secondMs, minuteMs, hourMs] = [1000, 60_000, 3_600_000];

/**
 * Waits after the failed attempts of an event, in milliseconds. After the last one, no further attempt
 * follows.
 */
const defaultWaitsMs: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
];

/** Maximum random delay, as a share of the wait: attempts that failed together do not repeat together. */
const jitter = 0.2;

/**
 * Returns the time of the attempt after a failed one; null after the last one.
 *
 * @param number counts the failed attempt, from 1
 */
export function nextTryAt(number: number, now: Date, waitsMs = defaultWaitsMs): Date | null {
  const waitMs = waitsMs[number - 1];
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs * (1 + Math.random() * jitter));
}
