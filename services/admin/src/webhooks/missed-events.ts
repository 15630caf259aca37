import { publicEventTypes, type PublicEventType } from '@pas/shared/events/public-types';
import type { PublicEventRow } from '@pas/shared/models/public-event';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import type { WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import type { ClientSession } from 'mongoose';
import { receivesEvent } from './receives-event.ts';

/** Returns the event types that an endpoint receives. */
export const typesOf = ({ events }: Pick<WebhookEndpointRow, 'events'>): PublicEventType[] =>
  publicEventTypes.filter((type) => events.includes('*') || events.includes(type));

/** Selects the events of an endpoint's subscription that neither reached it nor are planned, by one statement. */
export async function selectMissed<Event extends Pick<PublicEventRow, '_id' | 'type' | 'propertyIds'>>(
  endpoint: WebhookEndpointRow,
  events: readonly Event[],
  session: ClientSession | null = null,
): Promise<Event[]> {
  const { tenantId, _id: endpointId } = endpoint;
  const eventId = { $in: events.map(({ _id }) => _id) };
  const status = { $in: ['SUCCEEDED' as const, 'PENDING' as const] };
  const found = await WebhookAttemptModel.find({ tenantId, endpointId, eventId, status }, { eventId: 1 })
    .session(session)
    .lean<{ eventId: string }[]>();
  const sent = new Set(found.map((attempt) => attempt.eventId));
  return events.filter((event) => !sent.has(event._id) && receivesEvent(endpoint, event));
}
