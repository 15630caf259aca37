import { endPasses, passTargets } from '../access/passes-of-home.ts';
import type { FieldChange } from '../audit/field-changes.ts';
import type { Change } from '../change/commit.ts';
import { saveChanges } from '../change/save-changes.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { revokeInvitesOfLeavers } from '../invites/end-invites.ts';
import { formerStateOf, inFormerState } from '../models/former.ts';
import { UserModel, type UserRow } from '../models/user.ts';
import { accessTargets, endAccess, nothing } from '../sessions/end-access.ts';
import { deriveOccupancy } from './derive-occupancy.ts';
import { endChanges, hasJustEnded } from './end-residence.ts';
import { isHeld } from './held-residence.ts';
import type { PlannedMoveOut } from './plan-move-out.ts';
import { publishResidenceEvent } from './publish-residence-event.ts';
import { statusChange } from './status-change.ts';

/** Changes by the end of a home, for the audit record. */
export interface EndedHome {
  user: UserRow;
  /** The residence and the unit, then the entities that ended with them. */
  targets: { type: string; id: string }[];
  changes: FieldChange[];
  propertyId: string;
}

/** Whether a residence already ends at the planned time, so that nothing changes. */
export const isEndedAlready = ({ residenceBefore, residenceAfter }: PlannedMoveOut): boolean =>
  residenceBefore.endsAt?.getTime() === residenceAfter.endsAt?.getTime();

/**
 * Ends a person's residence in a unit and everything that depends on it, within a change. The person becomes FORMER
 * with the last residence. A future end is stored, and the sweeper applies its effects at that time. The caller
 * records it.
 *
 * @param planned computed in the session of the change
 */
export async function endHome(
  ctx: OperationContext,
  change: Change,
  planned: PlannedMoveOut,
): Promise<EndedHome> {
  const { user, residenceBefore, residenceAfter, status } = planned;
  const residences = user.residences.map((other) => (other === residenceBefore ? residenceAfter : other));
  const fields = { residences, ...formerStateOf({ ...user, residences }, ctx.now) };
  const where = inFormerState(user);
  const saved = await saveChanges(ctx, change, { model: UserModel, row: user, fields, where });
  const isLastHome = status !== 'SCHEDULED' && planned.ended !== nothing;
  const ended = isLastHome ? await endAccess(ctx, change, user._id) : nothing;
  const passes = status === 'SCHEDULED' ? [] : planned.passes;
  await endPasses(ctx, change, passes);
  const { unitId } = residenceAfter;
  const isGone = !residences.some((other) => other.unitId === unitId && isHeld(other, ctx));
  const invites = await revokeInvitesOfLeavers(ctx, change, isGone ? [{ user, unitId }] : []);
  if (hasJustEnded(residenceBefore, residenceAfter, ctx))
    publishResidenceEvent(change, 'ended', { user: saved, residence: residenceAfter });
  if (status === 'ENDED') await deriveOccupancy(ctx, change, unitId);
  return {
    user: saved,
    targets: [
      { type: 'residence', id: residenceAfter.id },
      { type: 'unit', id: unitId },
      ...accessTargets(ended),
      ...passTargets(passes),
      ...(invites.get(user._id) ?? []),
    ],
    changes: [...endChanges([residenceBefore], [residenceAfter]), ...statusChange(user, saved)],
    propertyId: residenceAfter.propertyId,
  };
}

/**
 * Ends a person's residence as `endHome`, and records it. A residence that already ends at this time stays unchanged.
 *
 * @param planned computed in the session of the change
 */
export async function carryOutMoveOut(
  ctx: OperationContext,
  change: Change,
  planned: PlannedMoveOut,
): Promise<void> {
  if (isEndedAlready(planned)) return;
  const { targets, changes, propertyId } = await endHome(ctx, change, planned);
  change.record({
    action: 'user.moved_out',
    targets: [{ type: 'user', id: planned.user._id }, ...targets],
    changes,
    propertyIds: [propertyId],
  });
}
