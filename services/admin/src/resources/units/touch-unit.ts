import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import type { Change } from '@pas/shared/change/commit';
import { UnitModel } from '@pas/shared/models/unit';

/**
 * Marks a unit as getting something that hangs on it in this change, so that a delete of the unit can't pass it unseen.
 *
 * @throws not_found when the unit has gone meanwhile
 */
export async function touchUnit(ctx: OperationContext, { session }: Change, unitId: string): Promise<void> {
  const filter = { _id: unitId, tenantId: ctx.tenantId, isLive: true };
  const { matchedCount } = await UnitModel.updateOne(filter, { $inc: { childrenEpoch: 1 } }, { session });
  if (matchedCount === 0) throw notFound();
}
