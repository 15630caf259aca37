import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { carryOutMoveOut } from '@pas/shared/residences/carry-out-move-out';
import { planMoveOut, type PlannedMoveOut } from '@pas/shared/residences/plan-move-out';
import type { ClientSession } from 'mongoose';
import { loadUnit } from '../units/load-unit.ts';
import { loadUser } from './load-user.ts';
import type { MoveOut } from './residence.schema.ts';

type Leaving = Pick<MoveOut, 'unitId' | 'effectiveAt'>;

/**
 * Works out what a move-out would end.
 *
 * @throws not_found for a user or unit out of the caller's reach, conflict when the person doesn't live there, invalid
 *   for a time before the residence began
 */
export async function previewMoveOut(
  ctx: OperationContext,
  { id, leaving }: { id: string; leaving: Leaving },
  session: ClientSession | null = null,
): Promise<PlannedMoveOut> {
  const user = await loadUser(ctx, id, session);
  const unit = await loadUnit(ctx, leaving.unitId, session);
  return planMoveOut(ctx, { user, unitId: unit._id, at: leaving.effectiveAt ?? ctx.now }, session);
}

/**
 * Ends a person's residence in a unit, or says with `dryRun` what that would end.
 *
 * @returns what has ended, or would
 * @throws as `previewMoveOut`
 */
export async function moveOut(ctx: OperationContext, id: string, input: MoveOut): Promise<PlannedMoveOut> {
  if (input.dryRun) return previewMoveOut(ctx, { id, leaving: input });
  return commit(ctx, async (change) => {
    const planned = await previewMoveOut(ctx, { id, leaving: input }, change.session);
    await carryOutMoveOut(ctx, change, planned);
    return planned;
  });
}
