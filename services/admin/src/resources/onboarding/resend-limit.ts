import type { InviteRow } from '@pas/shared/models/invite';

/** How soon one invite may be resent again, in milliseconds. */
const pauseMs = 60_000;
const dayMs = 24 * 3_600_000;

/** How often one invite may be resent within 24 hours. */
export const resendsPerDay = 5;

/** How long an invite must wait for its next resend, in milliseconds; 0 where it needn't. */
export function resendWaitMs(resends: InviteRow['resends'], now: Date): number {
  const since = resends.map(({ at }) => now.getTime() - at.getTime()).toSorted((a, b) => a - b);
  const [latest, fifth] = [since[0], since[resendsPerDay - 1]];
  const untilNext = latest === undefined ? 0 : pauseMs - latest;
  const untilPlace = fifth === undefined ? 0 : dayMs - fifth;
  return Math.max(0, untilNext, untilPlace);
}
