import { randomUUID } from 'node:crypto';
import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { Channel } from '@pas/shared/models/invite';
import { OutgoingMessageModel, type OutgoingMessageRow } from '@pas/shared/models/outgoing-message';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { currentTrace } from '@pas/platform/trace/trace';

/** Duration of a claim without renewal, in milliseconds. */
export const claimMs = 15_000;

type QueuedMessage = Pick<OutgoingMessageRow, '_id' | 'channel'> &
  Partial<Pick<OutgoingMessageRow, 'inviteId' | 'passId'>>;

/** Creates the row of a message that is due immediately. */
function newOutgoingMessage(
  { tenantId, now, correlationId }: OperationContext,
  queued: QueuedMessage,
): OutgoingMessageRow {
  const traceparent = currentTrace()?.traceparent ?? null;
  const untried = { dueAt: now, claimedBy: null, attempts: 0 };
  return {
    inviteId: null,
    passId: null,
    ...queued,
    tenantId,
    ...untried,
    createdAt: now,
    correlationId,
    traceparent,
  };
}

/** Queues messages. A message that is queued already stays unchanged. */
export async function queueMessages(
  ctx: OperationContext,
  messages: readonly QueuedMessage[],
  session?: Change['session'],
): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map((message) => newOutgoingMessage(ctx, message));
  await OutgoingMessageModel.bulkWrite(
    rows.map(({ _id, tenantId, ...row }) => ({
      updateOne: { filter: { _id, tenantId }, update: { $setOnInsert: row }, upsert: true },
    })),
    session ? { session } : {},
  );
}

/** Queues messages of new deliveries within their change. The senders look for due messages every few seconds. */
export async function queueNewMessages(
  ctx: OperationContext,
  { session }: Change,
  messages: readonly QueuedMessage[],
): Promise<void> {
  const rows = messages.map((message) => newOutgoingMessage(ctx, message));
  await insertRows(OutgoingMessageModel, rows, session);
}

/** Lists the tenants with a due message on a channel. */
export async function tenantsWithDueMessages(channel: Channel, now: Date): Promise<string[]> {
  return OutgoingMessageModel.distinct('tenantId', { channel, dueAt: { $lte: now } }).setOptions({
    crossTenant: 'due-messages',
  });
}

/** Claims the tenant's oldest due message; null when none is due or others have claimed it. */
export async function claimMessage(
  { tenantId, channel }: Pick<OutgoingMessageRow, 'tenantId' | 'channel'>,
  now: Date,
): Promise<OutgoingMessageRow | null> {
  const claim = { claimedBy: randomUUID(), dueAt: new Date(now.getTime() + claimMs) };
  return OutgoingMessageModel.findOneAndUpdate(
    { tenantId, channel, dueAt: { $lte: now } },
    { $set: claim },
    { sort: { dueAt: 1 }, returnDocument: 'after' },
  ).lean<OutgoingMessageRow>();
}

const claimed = ({ _id, tenantId, claimedBy }: OutgoingMessageRow) => ({ _id, tenantId, claimedBy });

/** Extends a claim. Returns whether it is still valid: another process may have claimed the message since. */
export async function renewClaim(message: OutgoingMessageRow, now: Date): Promise<boolean> {
  const dueAt = new Date(now.getTime() + claimMs);
  return (await OutgoingMessageModel.updateOne(claimed(message), { $set: { dueAt } })).matchedCount === 1;
}

/** Releases a message until a given time, optionally as a failed attempt. */
export async function putBack(
  message: OutgoingMessageRow,
  { dueAt, isTry, session }: { dueAt: Date; isTry: boolean; session?: Change['session'] },
): Promise<void> {
  await OutgoingMessageModel.updateOne(
    claimed(message),
    { $set: { dueAt, claimedBy: null }, ...(isTry && { $inc: { attempts: 1 } }) },
    session ? { session } : {},
  );
}

/** Removes a message whose delivery is finished. */
export async function removeMessage(
  { _id, tenantId }: OutgoingMessageRow,
  session?: Change['session'],
): Promise<void> {
  await OutgoingMessageModel.deleteOne({ _id, tenantId }, session ? { session } : {});
}
