import type { Residence } from '../models/user.ts';

/**
 * Whether a residence is current or future. An ended or cancelled residence is neither, even if the clock of this
 * process is slow.
 */
export function isHeld({ endsAt, dueAt }: Residence, now: Date): boolean {
  return endsAt === null || (endsAt > now && dueAt != null);
}

/** Location of a residence: its fields, by equality or by `$in`. */
interface ResidenceLocation {
  unitId?: string;
  propertyId?: string | { $in: string[] };
  role?: Residence['role'];
}

/** Returns the query of a current or future residence. It corresponds to `isHeld`. */
export function heldResidence(where: ResidenceLocation, now: Date) {
  return {
    $elemMatch: { ...where, $or: [{ endsAt: null }, { endsAt: { $gt: now }, dueAt: { $ne: null } }] },
  };
}

/** Returns the query of a residence that has ended, and was not cancelled before it began. */
export function endedResidence(where: ResidenceLocation, now: Date) {
  const isOver = [{ endsAt: { $lte: now } }, { dueAt: null }];
  return { $elemMatch: { ...where, canceledAt: null, endsAt: { $ne: null }, $or: isOver } };
}
