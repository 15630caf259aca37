import { invalidField } from '@pas/platform/errors/raise';
import { tenantNow, type TenantMoment } from '../context/tenant-now.ts';
import type { ClientSession } from 'mongoose';
import type { OperationContext } from '../context/operation-context.ts';
import { conflict } from '../errors/raise.ts';
import type { UnitRow } from '../models/unit.ts';
import type { Residence, UserRow } from '../models/user.ts';
import { findAccess, nothing, type PersonAccess } from '../sessions/end-access.ts';
import { occupancyAt } from './derive-occupancy.ts';
import { endedAt } from './end-residence.ts';
import { isHeld } from './held-residence.ts';
import { findPassesOfHome } from '../access/passes-of-home.ts';
import { wasCancelled } from './residence-times.ts';

/** A move-out: user, unit and time. The caller has checked access to both. */
interface MoveOutOf {
  /** As read in the session of the change. */
  user: UserRow;
  unitId: string;
  at: Date;
}

/** The effects of a move-out, computed before any write. */
export interface PlannedMoveOut {
  user: UserRow;
  /** Time of the move-out. */
  at: Date;
  status: 'ENDED' | 'CANCELLED' | 'SCHEDULED';
  residenceBefore: Residence;
  residenceAfter: Residence;
  unitOccupancy: UnitRow['occupancy'];
  /** The sessions and devices that end. Empty if the person has another current or future residence at that time. */
  ended: PersonAccess;
  /** The passes that end with the home. */
  passes: readonly string[];
}

/** @throws conflict when the person has no current or future residence in the unit */
function findHeld(user: UserRow, unitId: string, at: TenantMoment): Residence {
  const held = user.residences.filter((residence) => residence.unitId === unitId && isHeld(residence, at));
  const [first] = held.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  if (first) return first;
  throw conflict('no_residence', 'The user does not live in this unit, or has already moved out.');
}

function statusOf(residence: Residence, now: Date): PlannedMoveOut['status'] {
  if (wasCancelled(residence)) return 'CANCELLED';
  return residence.endsAt !== null && residence.endsAt > now ? 'SCHEDULED' : 'ENDED';
}

/** @throws invalid for a residence that has begun and would end before its start */
function requireAfterStart(residence: Residence, at: Date, now: Date): void {
  if (at > residence.startsAt || residence.startsAt > now) return;
  const message = 'effectiveAt: Expected a time after the residence began.';
  throw invalidField('effectiveAt', 'out_of_range', message);
}

/**
 * Computes the effects of a person's move-out from a unit.
 *
 * @throws conflict when the person does not live there, invalid for a time before the residence began
 */
export async function planMoveOut(
  ctx: OperationContext,
  { user, unitId, at }: MoveOutOf,
  session: ClientSession | null,
): Promise<PlannedMoveOut> {
  const now = tenantNow(ctx);
  const residenceBefore = findHeld(user, unitId, ctx);
  requireAfterStart(residenceBefore, at, now);
  const residenceAfter = endedAt(residenceBefore, at, ctx);
  // A person who left in the past may have found another home since.
  const then = at > now ? at : now;
  const livesElsewhere = user.residences.some(
    (other) => other !== residenceBefore && isHeld(other, { tenantId: ctx.tenantId, now: then }),
  );
  return {
    user,
    at,
    status: statusOf(residenceAfter, now),
    residenceBefore,
    residenceAfter,
    unitOccupancy: await occupancyAt(ctx, { unitId, at: then, exceptUserId: user._id }, session),
    ended: livesElsewhere ? nothing : await findAccess(ctx, user._id, session),
    passes: await findPassesOfHome(
      ctx,
      { user, home: residenceBefore, at: residenceAfter.endsAt ?? at },
      session,
    ),
  };
}
