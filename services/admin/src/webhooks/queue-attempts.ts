import { insertRows } from '@pas/platform/mongo/insert-rows';
import type { PublicEventRow } from '@pas/shared/models/public-event';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import type { FollowEvents } from '../public-events/sequence-events.ts';
import { newAttempt } from './new-attempt.ts';

type Wanted = Pick<WebhookEndpointRow, '_id' | 'events' | 'propertyIds'>;

/** Whether an endpoint gets an event: by its type, and by the properties that the event is about. */
export function getsEvent(
  { events, propertyIds }: Pick<Wanted, 'events' | 'propertyIds'>,
  event: Pick<PublicEventRow, 'type' | 'propertyIds'>,
): boolean {
  if (!events.includes('*') && !events.includes(event.type)) return false;
  if (propertyIds === null) return true;
  return event.propertyIds !== null && event.propertyIds.every((id) => propertyIds.includes(id));
}

/**
 * Plans the first try of each new event at each active endpoint that gets it, in the transaction in which the event gets
 * its place: an event that can be read in the feed is on its way to its endpoints.
 *
 * @param wake is told the queues that have something to send, after the commit
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
      .lean<Wanted[]>();
    const now = new Date();
    const attempts = events.flatMap((event) =>
      endpoints
        .filter((endpoint) => getsEvent(endpoint, event))
        .map((endpoint) => newAttempt(event, endpoint._id, now)),
    );
    await insertRows(WebhookAttemptModel, attempts, session);
    return () => wake([...new Set(attempts.map(({ queue }) => queue))]);
  };
