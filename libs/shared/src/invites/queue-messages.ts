import { insertRows } from '@pas/platform/mongo/insert-rows';
import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { Delivery, InviteRow } from '../models/invite.ts';
import { newOutgoingMessage } from '../models/new-outgoing-message.ts';
import { OutgoingMessageModel } from '../models/outgoing-message.ts';

/** An invite and its new deliveries. */
export interface InviteDeliveries {
  invite: Pick<InviteRow, '_id'>;
  added: readonly Delivery[];
}

/**
 * Queues the messages of new deliveries within the change that stores them. The sender of each channel reads this queue;
 * the event of the dispatch only wakes it.
 */
export async function queueMessages(
  ctx: OperationContext,
  { session }: Change,
  queued: readonly InviteDeliveries[],
): Promise<void> {
  const rows = queued.flatMap(({ invite: { _id: inviteId }, added }) =>
    added.map(({ id: _id, channel }) => newOutgoingMessage(ctx, { _id, channel, inviteId })),
  );
  if (rows.length > 0) await insertRows(OutgoingMessageModel, rows, session);
}
