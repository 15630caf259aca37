import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import type { Provider } from '@pas/shared/models/webhook-receipt';
import { WebhookRejectionModel, type WebhookRejectionRow } from '@pas/shared/models/webhook-rejection';

interface RejectionQuery extends Omit<ListedPage, 'sort'> {
  provider?: Provider | undefined;
}

/** Lists the last refused webhooks for the platform, newest first. */
export async function listWebhookRejections({
  provider,
  ...page
}: RejectionQuery): Promise<RowsPage<WebhookRejectionRow>> {
  // The condition is always true, so that the list and its total use an index.
  const filter = { at: { $gt: new Date(0) }, ...(provider && { provider }) };
  const sort = [{ field: 'at', direction: -1 as const }];
  return listRows<WebhookRejectionRow>(WebhookRejectionModel, filter, { ...page, sort });
}
