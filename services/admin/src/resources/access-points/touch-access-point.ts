import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import type { Change } from '@pas/shared/change/commit';
import { AccessPointModel } from '@pas/shared/models/access-point';

/**
 * Marks a door as what a number opens in this change, so that a delete of the door can't pass it unseen.
 *
 * @throws not_found when the door has gone meanwhile
 */
export async function touchAccessPoint(
  ctx: OperationContext,
  { session }: Change,
  accessPointId: string,
): Promise<void> {
  const filter = { _id: accessPointId, tenantId: ctx.tenantId, isLive: true };
  const update = { $inc: { childrenEpoch: 1 } };
  const { matchedCount } = await AccessPointModel.updateOne(filter, update, { session });
  if (matchedCount === 0) throw notFound();
}
