import type { OperationContext } from '@pas/shared/context/operation-context';
import { tenantNow } from '@pas/shared/context/tenant-now';
import { commit, type Change } from '@pas/shared/change/commit';
import { formerStateOf, inFormerState } from '@pas/shared/models/former';
import { UserModel, type Residence, type UserRow } from '@pas/shared/models/user';
import { publishResidenceEvent } from '@pas/shared/residences/publish-residence-event';
import { deriveOccupancy } from '@pas/shared/residences/derive-occupancy';
import { revokeInvitesOfLeavers } from '@pas/shared/invites/end-invites';
import { isHeld } from '@pas/shared/residences/held-residence';
import { statusChange } from '@pas/shared/residences/status-change';
import { accessTargets, endAccess, nothing } from '@pas/shared/sessions/end-access';
import { endPassesOfHome, passTargets } from '@pas/shared/access/passes-of-home';
import { ofOtherTenants } from '@pas/shared/sweeps/other-tenants';
import type { Sweep } from '@pas/shared/sweeps/sweep';

/** The due change of a residence. */
type DueChange = 'started' | 'ended';

/** Returns the filter of users with a due start or end of a residence. `$type` lets it use the partial index. */
export const residenceDueBy = (now: Date) => ({ 'residences.dueAt': { $type: 'date' as const, $lte: now } });

const isDue = ({ dueAt }: Residence, now: Date): boolean => dueAt != null && dueAt <= now;

/**
 * Returns the due change. If start and end passed while no sweeper ran, both are applied in order, each with its event.
 */
const dueChangeOf = ({ dueAt, startsAt }: Residence): DueChange =>
  dueAt?.getTime() === startsAt.getTime() ? 'started' : 'ended';

/** Returns the residence whose change was due first. */
function firstDue({ residences }: UserRow, now: Date): Residence | undefined {
  const due = residences.filter((residence) => isDue(residence, now));
  return due.toSorted((a, b) => Number(a.dueAt) - Number(b.dueAt))[0];
}

interface DueResidence {
  user: UserRow;
  residence: Residence;
  dueChange: DueChange;
}

/**
 * Stores a due change by one conditional write: a concurrent process retries and finds it done. At the end of the
 * last residence the user becomes FORMER, which increments the version.
 *
 * @returns the updated user; null if another process has stored the change first
 */
async function storeDueChange(
  ctx: OperationContext,
  { session }: Change,
  { user, residence, dueChange }: DueResidence,
): Promise<UserRow | null> {
  const { id, dueAt } = residence;
  const next = dueChange === 'started' ? residence.endsAt : null;
  // A deleted user keeps the status.
  const state = user.isLive ? formerStateOf(user, ctx.now) : {};
  const isStatusChanged = 'status' in state && state.status !== user.status;
  const fields = { ...state, ...(isStatusChanged && { updatedAt: ctx.now, version: user.version + 1 }) };
  const { matchedCount } = await UserModel.updateOne(
    {
      _id: user._id,
      tenantId: ctx.tenantId,
      isLive: user.isLive,
      ...inFormerState(user),
      residences: { $elemMatch: { id, dueAt } },
    },
    { $set: { 'residences.$.dueAt': next, ...fields } },
    { session },
  );
  return matchedCount === 1 ? { ...user, ...fields } : null;
}

/**
 * Ends the passes of a home that has ended, and the open invites that depend on the person. A person without another home
 * also loses sessions and devices.
 *
 * @returns the audit targets
 */
async function endDependents(
  ctx: OperationContext,
  change: Change,
  { user, residence, at }: { user: UserRow; residence: Residence; at: Date },
): Promise<{ type: string; id: string }[]> {
  const homes = user.residences.filter((other) => isHeld(other, ctx));
  const access = homes.length > 0 ? nothing : await endAccess(ctx, change, user._id);
  const passes = await endPassesOfHome(ctx, change, { user, home: residence, at });
  const { unitId } = residence;
  const isGone = !homes.some((other) => other.unitId === unitId);
  const invites = await revokeInvitesOfLeavers(ctx, change, isGone ? [{ user, unitId }] : []);
  return [...accessTargets(access), ...passTargets(passes), ...(invites.get(user._id) ?? [])];
}

async function applyDueResidence(ctx: OperationContext, change: Change, userId: string): Promise<boolean> {
  const now = tenantNow(ctx);
  const filter = { _id: userId, tenantId: ctx.tenantId, ...residenceDueBy(now) };
  const user = await UserModel.findOne(filter).session(change.session).lean<UserRow>();
  const residence = user && firstDue(user, now);
  if (!user || !residence) return false;
  const dueChange = dueChangeOf(residence);
  const updated = await storeDueChange(ctx, change, { user, residence, dueChange });
  if (!updated) return false;
  await deriveOccupancy(ctx, change, residence.unitId);
  const at = residence.endsAt ?? now;
  const ended = dueChange === 'ended' ? await endDependents(ctx, change, { user, residence, at }) : [];
  publishResidenceEvent(change, dueChange, { user: updated, residence });
  change.record({
    action: `residence.${dueChange}`,
    targets: [
      { type: 'user', id: userId },
      { type: 'residence', id: residence.id },
      { type: 'unit', id: residence.unitId },
      ...ended,
    ],
    changes: statusChange(user, updated),
    propertyIds: [residence.propertyId],
  });
  return true;
}

/**
 * Applies due starts and ends of residences: the unit's occupancy and the events. A person without another
 * home becomes FORMER, and their sessions and devices end.
 */
export const applyDueResidences: Sweep = {
  name: 'residences that begin or end',

  async findDue(now, limit, except) {
    const due = await UserModel.find({ ...residenceDueBy(now), ...ofOtherTenants(except) }, { tenantId: 1 })
      .setOptions({ crossTenant: 'due-residences' })
      .limit(limit)
      .lean<Pick<UserRow, '_id' | 'tenantId'>[]>();
    return due.map(({ _id: id, tenantId }) => ({ id, tenantId }));
  },

  apply: async (ctx, id) => commit(ctx, async (change) => applyDueResidence(ctx, change, id)),
};
