import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/shared/errors/raise';
import type { Change } from '@pas/shared/events/commit';
import { PropertyModel } from '@pas/shared/models/property';

/**
 * Marks a property as getting a child in this change. Under snapshot isolation a delete that counts the children and a
 * creation that reads the parent would both commit; writing the same row makes one of them start over.
 *
 * @throws not_found when the property has gone meanwhile
 */
export async function touchProperty(
  ctx: OperationContext,
  { session }: Change,
  propertyId: string,
): Promise<void> {
  const filter = { _id: propertyId, tenantId: ctx.tenantId, isLive: true };
  const { matchedCount } = await PropertyModel.updateOne(filter, { $inc: { childrenEpoch: 1 } }, { session });
  if (matchedCount === 0) throw notFound();
}
