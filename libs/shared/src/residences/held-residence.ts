import { tenantNow, type TenantMoment } from '../context/tenant-now.ts';
import type { Residence } from '../models/user.ts';

/**
 * Whether a residence is current or future. An ended or cancelled residence is neither, even if the clock of this
 * process is slow.
 */
export function isHeld({ endsAt, dueAt }: Residence, at: TenantMoment): boolean {
  return endsAt === null || (endsAt > tenantNow(at) && dueAt != null);
}

/** Location of a residence: its fields, by equality or by `$in`. */
interface ResidenceLocation {
  unitId?: string;
  propertyId?: string | { $in: string[] };
  role?: Residence['role'];
}

/** Returns the query of a current or future residence. It corresponds to `isHeld`. */
export function heldResidence(where: ResidenceLocation, at: TenantMoment) {
  return {
    $elemMatch: {
      ...where,
      $or: [{ endsAt: null }, { endsAt: { $gt: tenantNow(at) }, dueAt: { $ne: null } }],
    },
  };
}

/** Returns the query of a residence that has ended, and was not cancelled before it began. */
export function endedResidence(where: ResidenceLocation, at: TenantMoment) {
  const isOver = [{ endsAt: { $lte: tenantNow(at) } }, { dueAt: null }];
  return { $elemMatch: { ...where, canceledAt: null, endsAt: { $ne: null }, $or: isOver } };
}
