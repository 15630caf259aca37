import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { deliveryTransitions, type DeliveryMove } from './move-delivery.ts';
import { AccessPassModel } from '../models/access-pass.ts';

interface MovedDelivery extends DeliveryMove {
  passId: string;
  deliveryId: string;
}

/**
 * Changes the state of a pass's delivery inside a change, by the transitions of an invite's. A delivery in another
 * state stays as it is. The version of the pass stays too, because deliveries do not count.
 */
export async function movePassDelivery(
  { tenantId, now }: OperationContext,
  { session }: Change,
  { name, error, providerMessageId, passId, deliveryId }: MovedDelivery,
): Promise<void> {
  const { from, to } = deliveryTransitions[name];
  const deliveries = { $elemMatch: { id: deliveryId, status: { $in: [...from] } } };
  const $set = {
    'deliveries.$.status': to,
    'deliveries.$.error': error ?? null,
    'deliveries.$.at': now,
    ...(providerMessageId != null && { 'deliveries.$.providerMessageId': providerMessageId }),
  };
  await AccessPassModel.updateOne({ _id: passId, tenantId, deliveries }, { $set }, { session });
}
