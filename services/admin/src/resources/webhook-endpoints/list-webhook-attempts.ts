import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { WebhookAttemptModel, type WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import type { Exchange } from './attempt.schema.ts';
import { loadExchanges } from './load-exchanges.ts';
import { loadWebhookEndpoint } from './load-webhook-endpoint.ts';

interface AttemptQuery extends ListedPage {
  eventId?: string | undefined;
  status?: WebhookAttemptRow['status'] | undefined;
}

/**
 * Lists the attempts of an endpoint, with their requests and answers.
 *
 * @throws not_found when there is no such endpoint within the caller's reach
 */
export async function listWebhookAttempts(
  ctx: OperationContext,
  id: string,
  query: AttemptQuery,
): Promise<RowsPage<WebhookAttemptRow> & { exchangeOf: (attempt: WebhookAttemptRow) => Exchange }> {
  const endpoint = await loadWebhookEndpoint(ctx, id);
  const { eventId, status } = query;
  const filter = {
    tenantId: ctx.tenantId,
    endpointId: id,
    ...(eventId !== undefined && { eventId }),
    ...(status && { status }),
  };
  const page = await listRows<WebhookAttemptRow>(WebhookAttemptModel, filter, query);
  return { ...page, exchangeOf: await loadExchanges(ctx, endpoint, page.rows) };
}
