import type { Residence } from '../models/user.ts';

/**
 * Whether a residence is current or in the future. An ended or cancelled residence is neither, even if the clock of
 * this process is behind its end.
 */
export function isHeld({ endsAt, dueAt }: Residence, now: Date): boolean {
  return endsAt === null || (endsAt > now && dueAt != null);
}

/** Where a residence is: fields of one, by equality or by `$in`. */
interface Where {
  unitId?: string;
  propertyId?: string | { $in: string[] };
  role?: Residence['role'];
}

/** The query of a current or future residence; the counterpart of `isHeld`. */
export function heldResidence(where: Where, now: Date) {
  return {
    $elemMatch: { ...where, $or: [{ endsAt: null }, { endsAt: { $gt: now }, dueAt: { $ne: null } }] },
  };
}

/** The query of a residence somewhere that is over, and was not cancelled before it began. */
export function endedResidence(where: Where, now: Date) {
  const isOver = [{ endsAt: { $lte: now } }, { dueAt: null }];
  return { $elemMatch: { ...where, canceledAt: null, endsAt: { $ne: null }, $or: isOver } };
}
