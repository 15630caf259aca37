import { insertRows } from '@pas/platform/mongo/insert-rows';
import { currentTrace } from '@pas/platform/trace/trace';
import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { Delivery, InviteRow } from '../models/invite.ts';
import { OutgoingMessageModel, type OutgoingMessageRow } from '../models/outgoing-message.ts';

/** An invite and its new deliveries. */
export interface InviteDeliveries {
  invite: Pick<InviteRow, '_id'>;
  added: readonly Delivery[];
}

/** Creates the row of a message that is due immediately. */
function newMessage(
  { tenantId, now, correlationId }: OperationContext,
  {
    invite: { _id: inviteId },
    delivery: { id: _id, channel },
  }: { invite: { _id: string }; delivery: Delivery },
): OutgoingMessageRow {
  const traceparent = currentTrace()?.traceparent ?? null;
  const untried = { dueAt: now, claimedBy: null, attempts: 0 };
  return { _id, tenantId, channel, inviteId, ...untried, createdAt: now, correlationId, traceparent };
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
  const rows = queued.flatMap(({ invite, added }) =>
    added.map((delivery) => newMessage(ctx, { invite, delivery })),
  );
  if (rows.length > 0) await insertRows(OutgoingMessageModel, rows, session);
}
