/** A read is sent to another replica after so many milliseconds in which its own replica has said nothing at all. */
const frozenAfterMs = 1250;

/** A read is sent to another replica after so many milliseconds although its own replica answers other requests. */
const slowAfterMs = 2000;

/** Whether a read that waits for the beginning of its answer is sent to another replica as well. */
export function isDue(
  waitedMs: number,
  { isHeard, isPatient }: { isHeard: boolean; isPatient: boolean },
): boolean {
  if (isHeard && isPatient) return false;
  return waitedMs >= (isHeard ? slowAfterMs : frozenAfterMs);
}
