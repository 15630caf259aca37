import { deriveId, newId } from '@pas/shared/ids/id';
import { queueOf } from './attempt-queue.ts';
import type { PublicEventRow } from '@pas/shared/models/public-event';
import type { WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';

/** Fields of an event that an attempt needs. */
export type SentEvent = Pick<PublicEventRow, '_id' | 'tenantId' | 'type' | 'occurredAt' | 'correlationId'> & {
  entityId: string | null;
};

/**
 * Creates the first attempt of an event at an endpoint, due immediately. An event can be resent in the same
 * millisecond, so each series has a separate id.
 */
export function newAttempt(event: SentEvent, endpointId: string, now: Date): WebhookAttemptRow {
  const { _id: eventId, tenantId, type, occurredAt, correlationId, entityId } = event;
  return {
    _id: newId('webhookAttempt'),
    tenantId,
    endpointId,
    queue: queueOf({ tenantId, endpointId }),
    eventId,
    type,
    entityId,
    occurredAt,
    status: 'PENDING',
    responseStatus: null,
    error: null,
    at: null,
    nextAt: now,
    number: 1,
    dueAt: now,
    claimedBy: null,
    createdAt: now,
    correlationId,
  };
}

/** Creates the attempt after a failed one. Its id is deterministic. */
export function nextAttempt(
  failed: WebhookAttemptRow,
  { nextAt, now }: { nextAt: Date; now: Date },
): WebhookAttemptRow {
  const number = failed.number + 1;
  return {
    ...failed,
    _id: deriveId('webhookAttempt', { at: failed.createdAt, key: `next of ${failed._id}` }, number),
    status: 'PENDING',
    responseStatus: null,
    error: null,
    at: null,
    nextAt,
    number,
    dueAt: nextAt,
    claimedBy: null,
    createdAt: now,
  };
}
