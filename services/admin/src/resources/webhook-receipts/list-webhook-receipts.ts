import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import {
  WebhookReceiptModel,
  type Provider,
  type WebhookReceiptRow,
} from '@pas/shared/models/webhook-receipt';
import type { ReceiptState } from './webhook-receipt.schema.ts';

interface ReceiptQuery extends ListedPage {
  provider?: Provider | undefined;
  state?: ReceiptState | undefined;
}

/** An always true condition, so that the list and its total use an index. */
const anyTime = { createdAt: { $gt: new Date(0) } };

/** Builds the filter of a state: receipts whose processing was given up are DEAD, regardless of progress. */
function inState(state: ReceiptState) {
  if (state === 'DEAD') return { state: 'held' as const };
  return { progress: state, state: { $in: ['new', 'sent'] as ('new' | 'sent')[] } };
}

/** Lists received webhooks for the platform: they belong to no tenant. */
export async function listWebhookReceipts(query: ReceiptQuery): Promise<RowsPage<WebhookReceiptRow>> {
  const filter = {
    ...anyTime,
    ...(query.provider && { provider: query.provider }),
    ...(query.state && inState(query.state)),
  };
  return listRows<WebhookReceiptRow>(WebhookReceiptModel, filter, query);
}
