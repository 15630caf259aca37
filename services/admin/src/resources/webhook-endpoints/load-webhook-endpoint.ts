import { notFound } from '@pas/platform/errors/raise';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import type { ClientSession } from 'mongoose';
import { withinProperties } from '../../public-events/visible-events.ts';

/**
 * Builds the filter of the live endpoints that a caller may see: a restricted caller sees those within its
 * properties.
 */
export const visibleEndpoints = ({ tenantId, principal }: OperationContext) => ({
  tenantId,
  isLive: true,
  ...withinProperties(principal.propertyIds),
});

/** @throws not_found when there is no such live endpoint within the caller's reach */
export async function loadWebhookEndpoint(
  ctx: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<WebhookEndpointRow> {
  const filter = { ...visibleEndpoints(ctx), _id: id };
  const row = await WebhookEndpointModel.findOne(filter).session(session).lean<WebhookEndpointRow>();
  if (!row) throw notFound();
  return row;
}
