import type { Residence } from '@pas/shared/models/user';

/**
 * Whether a residence holds or is to come. What was ended or cancelled waits for nothing any more, whatever the clock of
 * this process makes of its end.
 */
export function isHeld({ endsAt, dueAt }: Residence, now: Date): boolean {
  return endsAt === null || (endsAt > now && dueAt != null);
}

/** The query of a residence in a unit that holds or is to come; the counterpart of `isHeld`. */
export function heldResidenceOf(unitId: string, now: Date) {
  return {
    $elemMatch: { unitId, $or: [{ endsAt: null }, { endsAt: { $gt: now }, dueAt: { $ne: null } }] },
  };
}
