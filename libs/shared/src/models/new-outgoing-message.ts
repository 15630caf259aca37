import { currentTrace } from '@pas/platform/trace/trace';
import type { OperationContext } from '../context/operation-context.ts';
import type { OutgoingMessageRow } from './outgoing-message.ts';

/** A delivery whose message is queued, and the invite or the pass that it carries. */
export type QueuedDelivery = Pick<OutgoingMessageRow, '_id' | 'channel'> &
  Partial<Pick<OutgoingMessageRow, 'inviteId' | 'passId'>>;

/** Creates the row of a message that is due immediately. */
export function newOutgoingMessage(
  { tenantId, now, correlationId }: OperationContext,
  queued: QueuedDelivery,
): OutgoingMessageRow {
  const traceparent = currentTrace()?.traceparent ?? null;
  const untried = { dueAt: now, claimedBy: null, attempts: 0 };
  const carried = { inviteId: null, passId: null, ...queued };
  return { ...carried, tenantId, ...untried, createdAt: now, correlationId, traceparent };
}
