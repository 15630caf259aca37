import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict, invalidField } from '@pas/shared/errors/raise';
import type { UnitRow } from '@pas/shared/models/unit';
import type { Residence, UserRow } from '@pas/shared/models/user';
import { wasCancelled } from '@pas/shared/residences/residence-times';
import type { ClientSession } from 'mongoose';
import { occupancyAt } from '../units/derive-occupancy.ts';
import { loadUnit } from '../units/load-unit.ts';
import { findAccess, nothing, type PersonAccess } from '@pas/shared/sessions/end-access';
import { endedAt } from './end-residence.ts';
import { isHeld } from './held-residence.ts';
import { loadUser } from './load-user.ts';
import type { MoveOut } from './residence.schema.ts';

/** The effects of a move-out, computed before any write. */
export interface PlannedMoveOut {
  user: UserRow;
  userId: string;
  /** When the person leaves. */
  at: Date;
  status: 'ENDED' | 'CANCELLED' | 'SCHEDULED';
  isDryRun: boolean;
  before: Residence;
  /** As it is after the move-out. */
  residence: Residence;
  unitOccupancy: UnitRow['occupancy'];
  /** The sessions and devices that end, if the person has no other current or future residence then. */
  ended: PersonAccess;
}

/** @throws conflict when the person neither lives in the unit nor is going to */
function findHeld(user: UserRow, unitId: string, now: Date): Residence {
  const held = user.residences.filter((residence) => residence.unitId === unitId && isHeld(residence, now));
  const [first] = held.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  if (first) return first;
  throw conflict('no_residence', 'The user does not live in this unit, or has already moved out.');
}

function statusOf(residence: Residence, now: Date): PlannedMoveOut['status'] {
  if (wasCancelled(residence)) return 'CANCELLED';
  return residence.endsAt !== null && residence.endsAt > now ? 'SCHEDULED' : 'ENDED';
}

/** @throws invalid for a residence that has begun and would end before that */
function requireAfterStart(residence: Residence, at: Date, now: Date): void {
  if (at > residence.startsAt || residence.startsAt > now) return;
  const message = 'effectiveAt: Expected a time after the residence began.';
  throw invalidField('effectiveAt', 'out_of_range', message);
}

/**
 * Works out what ends when a person leaves a unit.
 *
 * @throws not_found for an unknown user or unit, conflict when the person doesn't live there, invalid for a time before
 *   the residence began
 */
export async function planMoveOut(
  ctx: OperationContext,
  { id, input }: { id: string; input: MoveOut },
  session: ClientSession | null,
): Promise<PlannedMoveOut> {
  const user = await loadUser(ctx, id, session);
  const unit = await loadUnit(ctx, input.unitId, session);
  const at = input.effectiveAt ?? ctx.now;
  const before = findHeld(user, unit._id, ctx.now);
  requireAfterStart(before, at, ctx.now);
  const residence = endedAt(before, at, ctx.now);
  // A person who left in the past may have found another home since.
  const then = at > ctx.now ? at : ctx.now;
  const livesElsewhere = user.residences.some((other) => other !== before && isHeld(other, then));
  return {
    user,
    userId: id,
    at,
    status: statusOf(residence, ctx.now),
    isDryRun: input.dryRun,
    before,
    residence,
    unitOccupancy: await occupancyAt(ctx, { unitId: unit._id, at: then, except: id }, session),
    ended: livesElsewhere ? nothing : await findAccess(ctx, id, session),
  };
}
