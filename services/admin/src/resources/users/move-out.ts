import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit, type Change } from '@pas/shared/change/commit';
import { formerStateOf, inFormerState } from '@pas/shared/models/former';
import { UserModel } from '@pas/shared/models/user';
import { publishResidenceEvent } from '@pas/shared/residences/publish-residence-event';
import { saveChanges } from '../save-changes.ts';
import { deriveOccupancy } from '../units/derive-occupancy.ts';
import { accessTargets, endAccess, nothing } from '@pas/shared/sessions/end-access';
import { endChanges, hasJustEnded } from './end-residence.ts';
import { planMoveOut, type PlannedMoveOut } from './plan-move-out.ts';
import type { MoveOut } from './residence.schema.ts';
import { statusChange } from './user.schema.ts';

async function carryOut(ctx: OperationContext, change: Change, planned: PlannedMoveOut): Promise<void> {
  const { user, before, residence, status } = planned;
  const residences = user.residences.map((other) => (other === before ? residence : other));
  const fields = { residences, ...formerStateOf({ ...user, residences }, ctx.now) };
  const where = inFormerState(user);
  const saved = await saveChanges(ctx, change, { model: UserModel, row: user, fields, where });
  const isLastHome = status !== 'SCHEDULED' && planned.ended !== nothing;
  const ended = isLastHome ? await endAccess(ctx, change, user._id) : nothing;
  if (hasJustEnded(before, residence, ctx.now))
    publishResidenceEvent(change, 'ended', { user: saved, residence });
  if (status === 'ENDED') await deriveOccupancy(ctx, change, residence.unitId);
  change.record({
    action: 'user.moved_out',
    targets: [
      { type: 'user', id: user._id },
      { type: 'residence', id: residence.id },
      { type: 'unit', id: residence.unitId },
      ...accessTargets(ended),
    ],
    changes: [...endChanges([before], [residence]), ...statusChange(user, saved)],
    propertyIds: [residence.propertyId],
  });
}

/**
 * Ends a person's residence in a unit and, in the same change, everything that depends on it. With the last
 * residence, the person becomes FORMER. For a future time, the end is stored, and the sweeper ends the rest then.
 *
 * @returns what has ended, or would
 * @throws as `planMoveOut`
 */
export async function moveOut(ctx: OperationContext, id: string, input: MoveOut): Promise<PlannedMoveOut> {
  if (input.dryRun) return planMoveOut(ctx, { id, input }, null);
  return commit(ctx, async (change) => {
    const planned = await planMoveOut(ctx, { id, input }, change.session);
    const { before, residence } = planned;
    const isSame = before.endsAt?.getTime() === residence.endsAt?.getTime();
    if (!isSame) await carryOut(ctx, change, planned);
    return planned;
  });
}
