import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { visibleEndpoints } from './load-webhook-endpoint.ts';

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
