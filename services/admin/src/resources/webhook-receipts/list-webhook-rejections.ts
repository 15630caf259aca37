import type { PublicContext } from '@pas/shared/context/operation-context';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { requireScope } from '@pas/shared/principal/require-scope';
import type { Provider } from '@pas/shared/models/webhook-receipt';
import { WebhookRejectionModel, type WebhookRejectionRow } from '@pas/shared/models/webhook-rejection';

interface RejectionQuery extends Omit<ListedPage, 'sort'> {
  provider?: Provider | undefined;
}

/**
 * Lists the webhooks that were refused last, the newest first, for the platform.
 *
 * @throws forbidden without `platform`
 */
export async function listWebhookRejections(
  { principal }: PublicContext,
  { provider, ...page }: RejectionQuery,
): Promise<RowsPage<WebhookRejectionRow>> {
  requireScope(principal, 'platform');
  // The time is named, so that the list and its total stand on an index.
  const filter = { at: { $gt: new Date(0) }, ...(provider && { provider }) };
  const sort = [{ field: 'at', direction: -1 as const }];
  return listRows<WebhookRejectionRow>(WebhookRejectionModel, filter, { ...page, sort });
}
