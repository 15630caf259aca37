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

/** Named, so that the list and its total stand on an index. */
const anyTime = { createdAt: { $gt: new Date(0) } };

/** Receipts whose processing has been given up are DEAD, however far it had come. */
function inState(state: ReceiptState) {
  if (state === 'DEAD') return { state: 'held' as const };
  return { progress: state, state: { $in: ['new', 'sent'] as ('new' | 'sent')[] } };
}

/** Lists the webhooks that were received, for the platform: they belong to no tenant. */
export async function listWebhookReceipts(query: ReceiptQuery): Promise<RowsPage<WebhookReceiptRow>> {
  const filter = {
    ...anyTime,
    ...(query.provider && { provider: query.provider }),
    ...(query.state && inState(query.state)),
  };
  return listRows<WebhookReceiptRow>(WebhookReceiptModel, filter, query);
}
