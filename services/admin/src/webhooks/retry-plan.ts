const [secondMs, minuteMs, hourMs] = [1000, 60_000, 3_600_000];

/** The waits after the failed tries of an event, in milliseconds. After the last one no further try is made. */
const usualWaitsMs: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
];

/** How much later a try may be, as a part of its wait: tries that failed together do not come back together. */
const jitter = 0.2;

/**
 * When the try after a failed one is due; null after the last one.
 *
 * @param number which try has failed, from 1
 */
export function nextTryAt(number: number, now: Date, waitsMs = usualWaitsMs): Date | null {
  const waitMs = waitsMs[number - 1];
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs * (1 + Math.random() * jitter));
}
