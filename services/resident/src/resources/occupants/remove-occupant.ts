import { notFound } from '@pas/platform/errors/raise';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { tenantNow } from '@pas/shared/context/tenant-now';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { carryOutMoveOut } from '@pas/shared/residences/carry-out-move-out';
import { heldResidence } from '@pas/shared/residences/held-residence';
import { planMoveOut } from '@pas/shared/residences/plan-move-out';
import { loadOwnHousehold } from './own-household.ts';

/**
 * Moves an occupant out of the signed-in resident's unit now, and ends dependent rows.
 *
 * @throws not_found for a person who is not an occupant there, and as `loadOwnHousehold`
 */
export async function removeOccupant(ctx: OperationContext, unitId: string, userId: string): Promise<void> {
  await commit(ctx, async (change) => {
    const { session } = change;
    await loadOwnHousehold(ctx, unitId, session);
    const residences = heldResidence({ unitId, role: 'OCCUPANT' }, ctx);
    const filter = { _id: userId, tenantId: ctx.tenantId, isLive: true, residences };
    const user = await UserModel.findOne(filter).session(session).lean<UserRow>();
    if (!user) throw notFound();
    const planned = await planMoveOut(ctx, { user, unitId, at: tenantNow(ctx) }, session);
    // The person may also be a former main resident. The household may end only an occupancy.
    if (planned.residenceBefore.role !== 'OCCUPANT') throw notFound();
    await carryOutMoveOut(ctx, change, planned);
  });
}
