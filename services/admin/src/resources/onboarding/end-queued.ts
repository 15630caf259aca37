import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { moveDelivery } from '@pas/shared/invites/move-delivery';
import type { InviteRow } from '@pas/shared/models/invite';

/** Ends waiting messages of an invite within a change. Their deliveries show the reason. */
export async function endQueued(
  ctx: OperationContext,
  change: Change,
  { _id: inviteId, deliveries }: Pick<InviteRow, '_id' | 'deliveries'>,
  error: 'contact_changed' | 'sent_again',
): Promise<void> {
  for (const { id: deliveryId, status } of deliveries)
    if (status === 'QUEUED') await moveDelivery(ctx, change, { name: 'fail', inviteId, deliveryId, error });
}
