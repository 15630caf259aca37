import type { Residence } from '../models/user.ts';

type Times = Pick<Residence, 'startsAt' | 'endsAt'>;

/** Whether a residence was cancelled before it began: it ends where it starts, and never held. */
export function wasCancelled({ startsAt, endsAt }: Times): boolean {
  return endsAt !== null && endsAt <= startsAt;
}

/** When time next changes what a residence means: at its start while that is to come, at its end while it holds. */
export function nextDueAt(times: Times, now: Date): Date | null {
  const { startsAt, endsAt } = times;
  if (wasCancelled(times)) return null;
  if (startsAt > now) return startsAt;
  return endsAt !== null && endsAt > now ? endsAt : null;
}
