import { timestamp } from '@pas/platform/http/timestamp';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import type { WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { loadEventData } from '../public-events/load-event-data.ts';
import { dataOfType } from '../public-events/public-event.schema.ts';
import { sampleData } from './sample-data.ts';

/** Limits a context to the properties of an endpoint, as the endpoint's events are. */
export const withinEndpoint = (
  ctx: OperationContext,
  { propertyIds }: Pick<WebhookEndpointRow, 'propertyIds'>,
): OperationContext => ({ ...ctx, principal: { ...ctx.principal, propertyIds } });

/**
 * Reads the event data of an endpoint's attempts, one statement per kind of entity.
 *
 * @returns a function from an attempt to the body of its request
 */
export async function loadBodies(
  ctx: OperationContext,
  attempts: readonly WebhookAttemptRow[],
): Promise<(attempt: WebhookAttemptRow) => string> {
  const shown = attempts.flatMap(({ eventId, type, entityId }) =>
    entityId === null ? [] : [{ _id: eventId, type, entityId }],
  );
  const dataOf = await loadEventData(ctx, shown);
  return ({ eventId, type, entityId, tenantId, occurredAt }) => {
    const known = entityId === null ? sampleData(type, tenantId) : dataOf({ _id: eventId, type, entityId });
    // The schema removes fields that the entity does not declare.
    const data = dataOfType(type).parse(known);
    return JSON.stringify({ type, timestamp: timestamp(occurredAt), data });
  };
}
