import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { WebhookAttemptModel, type WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { loadWebhookEndpoint, visibleEndpoints } from './load-webhook-endpoint.ts';

interface EndpointQuery extends ListedPage {
  status?: WebhookEndpointRow['status'] | undefined;
}

/** Lists the endpoints within the caller's reach. */
export async function listWebhookEndpoints(
  ctx: OperationContext,
  query: EndpointQuery,
): Promise<RowsPage<WebhookEndpointRow>> {
  const filter = { ...visibleEndpoints(ctx), ...(query.status && { status: query.status }) };
  return listRows(WebhookEndpointModel, filter, query);
}

interface AttemptQuery extends ListedPage {
  eventId?: string | undefined;
  status?: WebhookAttemptRow['status'] | undefined;
}

/**
 * Lists the attempts of an endpoint.
 *
 * @throws not_found when there is no such endpoint within the caller's reach
 */
export async function listWebhookAttempts(
  ctx: OperationContext,
  id: string,
  query: AttemptQuery,
): Promise<RowsPage<WebhookAttemptRow>> {
  await loadWebhookEndpoint(ctx, id);
  const { eventId, status } = query;
  const filter = {
    tenantId: ctx.tenantId,
    endpointId: id,
    ...(eventId !== undefined && { eventId }),
    ...(status && { status }),
  };
  return listRows(WebhookAttemptModel, filter, query);
}
