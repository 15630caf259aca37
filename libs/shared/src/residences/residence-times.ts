import { tenantNow, type TenantMoment } from '../context/tenant-now.ts';
import type { Residence } from '../models/user.ts';

type Times = Pick<Residence, 'startsAt' | 'endsAt'>;

/** Whether a residence was cancelled before it began. A cancelled residence ends at its start. */
export function wasCancelled({ startsAt, endsAt }: Times): boolean {
  return endsAt !== null && endsAt <= startsAt;
}

/** Returns the next change of a residence: a future start, or the end of a current residence. */
export function nextDueAt(times: Times, at: TenantMoment): Date | null {
  const now = tenantNow(at);
  const { startsAt, endsAt } = times;
  if (wasCancelled(times)) return null;
  if (startsAt > now) return startsAt;
  return endsAt !== null && endsAt > now ? endsAt : null;
}
