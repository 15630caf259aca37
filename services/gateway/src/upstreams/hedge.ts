/** The silence of a replica after which a read is also sent to another one, in milliseconds. */
const frozenAfterMs = 1250;

/**
 * The wait after which a read is also sent to another replica although its own answers other requests, in milliseconds.
 */
const slowAfterMs = 2000;

/** Whether a waiting request is due for another replica. */
export function isHedgeDue(
  waitedMs: number,
  { isHeard, mayTakeLong }: { isHeard: boolean; mayTakeLong: boolean },
): boolean {
  if (isHeard && mayTakeLong) return false;
  return waitedMs >= (isHeard ? slowAfterMs : frozenAfterMs);
}
