import { PublicEventModel, type PublicEventRow } from '@pas/shared/models/public-event';
import type { WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import type { WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';

type Subscription = Pick<WebhookEndpointRow, 'events' | 'propertyIds'>;
type PlacedEvent = Pick<PublicEventRow, 'type' | 'propertyIds'>;

const hasType = ({ events }: Subscription, type: PlacedEvent['type']): boolean =>
  events.includes('*') || events.includes(type);

const isWithin = ({ propertyIds }: Subscription, event: Pick<PlacedEvent, 'propertyIds'>): boolean =>
  propertyIds === null || Boolean(event.propertyIds?.every((id) => propertyIds.includes(id)));

/** Whether an endpoint gets an event, by the event's type and properties. */
export const receivesEvent = (endpoint: Subscription, event: PlacedEvent): boolean =>
  hasType(endpoint, event.type) && isWithin(endpoint, event);

/**
 * Selects the attempts whose events are within the endpoint's properties, which may have changed since. Test events
 * always are. An event that is no longer kept is not, unless the endpoint has all properties. One statement for an
 * endpoint with properties, none for another.
 */
export async function attemptsWithin(
  endpoint: WebhookEndpointRow,
  attempts: readonly WebhookAttemptRow[],
): Promise<WebhookAttemptRow[]> {
  const { tenantId, propertyIds } = endpoint;
  const ids = attempts.flatMap(({ eventId, entityId }) => (entityId === null ? [] : [eventId]));
  if (propertyIds === null || ids.length === 0) return [...attempts];
  const events = await PublicEventModel.find({ tenantId, _id: { $in: ids } }, { propertyIds: 1 }).lean<
    Pick<PublicEventRow, '_id' | 'propertyIds'>[]
  >();
  const within = new Set(events.filter((event) => isWithin(endpoint, event)).map(({ _id }) => _id));
  return attempts.filter(({ eventId, entityId }) => entityId === null || within.has(eventId));
}

/** Selects the attempts whose events the endpoint still gets, by type and properties. Test events are always sent. */
export async function attemptsToSend(
  endpoint: WebhookEndpointRow,
  attempts: readonly WebhookAttemptRow[],
): Promise<WebhookAttemptRow[]> {
  const within = await attemptsWithin(endpoint, attempts);
  return within.filter(({ type, entityId }) => entityId === null || hasType(endpoint, type));
}
