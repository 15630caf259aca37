import { fieldChanges, type FieldChange } from '@pas/shared/audit/field-changes';
import { isCurrent, type Residence } from '@pas/shared/models/user';
import { nextDueAt } from '@pas/shared/residences/residence-times';

/**
 * A residence that ends at a moment. One that has not begun by then is cancelled: it ends where it starts, and stays on
 * record as never held.
 */
export function endedAt(residence: Residence, at: Date, now: Date): Residence {
  const endsAt = at < residence.startsAt ? residence.startsAt : at;
  const { startsAt } = residence;
  return { ...residence, endsAt, dueAt: nextDueAt({ startsAt, endsAt }, now) };
}

/** Whether a residence holds or is to come. */
export function isHeld({ endsAt }: Residence, now: Date): boolean {
  return endsAt === null || endsAt > now;
}

/** Whether a residence held until now and doesn't any more. */
export function hasJustEnded(before: Residence, after: Residence, now: Date): boolean {
  return isCurrent(before, now) && !isCurrent(after, now);
}

/** What the audit shows of residences whose end has moved. */
export function endChanges(before: readonly Residence[], after: readonly Residence[]): FieldChange[] {
  return after.flatMap((residence) => {
    const was = before.find(({ id }) => id === residence.id) ?? null;
    const changes = fieldChanges(was, residence, { fields: ['endsAt'] });
    return changes.map((change) => ({ ...change, path: `residences.${residence.id}.${change.path}` }));
  });
}
