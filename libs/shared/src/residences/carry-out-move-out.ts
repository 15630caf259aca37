import type { Change } from '../change/commit.ts';
import { saveChanges } from '../change/save-changes.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { formerStateOf, inFormerState } from '../models/former.ts';
import { UserModel } from '../models/user.ts';
import { accessTargets, endAccess, nothing } from '../sessions/end-access.ts';
import { deriveOccupancy } from './derive-occupancy.ts';
import { endChanges, hasJustEnded } from './end-residence.ts';
import type { PlannedMoveOut } from './plan-move-out.ts';
import { publishResidenceEvent } from './publish-residence-event.ts';
import { statusChange } from './status-change.ts';

/**
 * Ends a person's residence in a unit and, in the same change, everything that depends on it. With the last
 * residence, the person becomes FORMER. For a future time, the end is stored, and the sweeper ends the rest then. A
 * residence that ends at this time already stays untouched.
 *
 * @param planned worked out in the session of the change
 */
export async function carryOutMoveOut(
  ctx: OperationContext,
  change: Change,
  planned: PlannedMoveOut,
): Promise<void> {
  const { user, before, residence, status } = planned;
  if (before.endsAt?.getTime() === residence.endsAt?.getTime()) return;
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
