import { tenantNow, type TenantMoment } from '../context/tenant-now.ts';
import { changesUnder, fieldChanges, type FieldChange } from '../audit/field-changes.ts';
import { isCurrent, type Residence } from '../models/user.ts';
import { nextDueAt, wasCancelled } from './residence-times.ts';

/**
 * Whether a residence has begun, but the sweeper has not published its start yet. The sweeper then publishes its end
 * too.
 */
const isStartUntold = ({ startsAt, dueAt }: Residence, moment: TenantMoment): boolean =>
  startsAt <= tenantNow(moment) && dueAt?.getTime() === startsAt.getTime();

/**
 * Returns a residence that ends at a moment. A residence that has not begun by then is cancelled: it ends at its
 * start.
 */
export function endedAt(residence: Residence, at: Date, moment: TenantMoment): Residence {
  const { startsAt } = residence;
  const endsAt = at < startsAt ? startsAt : at;
  const dueAt = isStartUntold(residence, moment) ? startsAt : nextDueAt({ startsAt, endsAt }, moment);
  const canceledAt = wasCancelled({ startsAt, endsAt }) ? moment.now : null;
  return { ...residence, endsAt, canceledAt, dueAt };
}

/** Whether the change that ends a residence publishes the event of its end. */
export function hasJustEnded(before: Residence, after: Residence, at: TenantMoment): boolean {
  return isCurrent(before, at) && !isCurrent(after, at) && !isStartUntold(before, at);
}

/** Returns the audit changes of residences with a changed end. */
export function endChanges(before: readonly Residence[], after: readonly Residence[]): FieldChange[] {
  return after.flatMap((residence) => {
    const was = before.find(({ id }) => id === residence.id) ?? null;
    const changes = fieldChanges(was, residence, { fields: ['endsAt'] });
    return changesUnder(`residences.${residence.id}`, changes);
  });
}
