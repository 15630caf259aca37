import type { InviteRow } from '@pas/shared/models/invite';

/** Minimum time between resends of one invite, in milliseconds. */
const pauseMs = 60_000;
const dayMs = 24 * 3_600_000;

/** Maximum resends of one invite within 24 hours. */
export const resendsPerDay = 5;

/** Returns the wait until an invite's next resend, in milliseconds; 0 without a wait. */
export function resendWaitMs(resends: InviteRow['resends'], now: Date): number {
  const since = resends.map(({ at }) => now.getTime() - at.getTime()).toSorted((a, b) => a - b);
  const [latest, fifth] = [since[0], since[resendsPerDay - 1]];
  const untilNext = latest === undefined ? 0 : pauseMs - latest;
  const untilPlace = fifth === undefined ? 0 : dayMs - fifth;
  return Math.max(0, untilNext, untilPlace);
}
