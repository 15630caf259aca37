import { deriveId, newId } from '@pas/shared/ids/id';
import type { PublicEventRow } from '@pas/shared/models/public-event';
import type { WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';

/** The event that an attempt sends. */
export type SentEvent = Pick<PublicEventRow, '_id' | 'tenantId' | 'type' | 'occurredAt' | 'correlationId'> & {
  entityId: string | null;
};

/**
 * Makes the first try of an event at an endpoint, due at once. An event can be sent again in the same millisecond, so each
 * series has an id of its own.
 */
export function newAttempt(event: SentEvent, endpointId: string, now: Date): WebhookAttemptRow {
  const { _id: eventId, tenantId, type, occurredAt, correlationId, entityId } = event;
  return {
    _id: newId('webhookAttempt'),
    tenantId,
    endpointId,
    queue: `${tenantId}/${endpointId}`,
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

/** Makes the try after a failed one. Made twice, it has the same id. */
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
