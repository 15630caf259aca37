import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit, type Change } from '@pas/shared/change/commit';
import { formerDueBy, formerStateOf, inFormerState } from '@pas/shared/models/former';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { accessTargets, endAccess } from '@pas/shared/sessions/end-access';
import { saveChanges } from '@pas/shared/change/save-changes';
import { statusChange } from '@pas/shared/residences/status-change';
import type { Sweep } from '@pas/shared/sweeps/sweep';

async function retireUser(ctx: OperationContext, change: Change, id: string): Promise<boolean> {
  const due = { _id: id, tenantId: ctx.tenantId, isLive: true, ...formerDueBy(ctx.now) };
  const row = await UserModel.findOne(due).session(change.session).lean<UserRow>();
  if (!row) return false;
  const fields = formerStateOf(row, ctx.now);
  const user = await saveChanges(ctx, change, { model: UserModel, row, fields, where: inFormerState(row) });
  const ended = await endAccess(ctx, change, id);
  change.record({
    action: 'user.updated',
    targets: [{ type: 'user', id }, ...accessTargets(ended)],
    changes: statusChange(row, user),
    propertyIds: row.residences.map(({ propertyId }) => propertyId),
  });
  return true;
}

/**
 * Marks users as FORMER whose last residence has ended. `applyDueResidences` does this with the end of a
 * residence. This sweep covers rows of an earlier release, which had no FORMER users.
 */
export const retireUsers: Sweep = {
  name: 'users who have moved out',

  async findDue(now, limit) {
    const due = await UserModel.find({ ...formerDueBy(now), isLive: true }, { tenantId: 1 })
      .setOptions({ crossTenant: 'due-former-users' })
      .limit(limit)
      .lean<Pick<UserRow, '_id' | 'tenantId'>[]>();
    return due.map(({ _id: id, tenantId }) => ({ id, tenantId }));
  },

  settle: async (ctx, id) => commit(ctx, async (change) => retireUser(ctx, change, id)),
};
