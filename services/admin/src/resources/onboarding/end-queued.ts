import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { moveDelivery } from '@pas/shared/invites/move-delivery';
import type { Channel, InviteRow } from '@pas/shared/models/invite';

/** Messages of an invite that must not be sent any more, and the reason that their deliveries show. */
interface EndedMessages {
  channels: readonly Channel[];
  error: 'contact_changed' | 'sent_again';
}

/** Ends the waiting messages of an invite within a change. */
export async function endQueued(
  ctx: OperationContext,
  change: Change,
  invite: InviteRow,
  { channels, error }: EndedMessages,
): Promise<void> {
  const queued = invite.deliveries.filter(
    ({ channel, status }) => status === 'QUEUED' && channels.includes(channel),
  );
  for (const { id: deliveryId } of queued)
    await moveDelivery(ctx, change, { name: 'fail', inviteId: invite._id, deliveryId, error });
}
