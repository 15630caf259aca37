import { insertRows } from '@pas/platform/mongo/insert-rows';
import type { PublicEventRow } from '@pas/shared/models/public-event';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import type { FollowEvents } from '../public-events/sequence-events.ts';
import { newAttempt } from './new-attempt.ts';

type Subscription = Pick<WebhookEndpointRow, '_id' | 'events' | 'propertyIds'>;

/** Whether an endpoint gets an event, by the event's type and properties. */
export function getsEvent(
  { events, propertyIds }: Pick<Subscription, 'events' | 'propertyIds'>,
  event: Pick<PublicEventRow, 'type' | 'propertyIds'>,
): boolean {
  if (!events.includes('*') && !events.includes(event.type)) return false;
  if (propertyIds === null) return true;
  return event.propertyIds !== null && event.propertyIds.every((id) => propertyIds.includes(id));
}

/**
 * Plans the first attempt of each new event at each matching active endpoint. It runs in the transaction that
 * sequences the event, so that every event in the feed has its attempts.
 *
 * @param wake receives the queues with new attempts, after the commit
 */
export const queueAttempts =
  (wake: (queues: readonly string[]) => void): FollowEvents =>
  async (events, session) => {
    const tenantId = events[0]?.tenantId ?? '';
    const endpoints = await WebhookEndpointModel.find(
      { tenantId, isLive: true, status: 'ACTIVE' },
      { events: 1, propertyIds: 1 },
    )
      .session(session)
      .lean<Subscription[]>();
    const now = new Date();
    const attempts = events.flatMap((event) =>
      endpoints
        .filter((endpoint) => getsEvent(endpoint, event))
        .map((endpoint) => newAttempt(event, endpoint._id, now)),
    );
    await insertRows(WebhookAttemptModel, attempts, session);
    return () => wake([...new Set(attempts.map(({ queue }) => queue))]);
  };
