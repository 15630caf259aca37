import { definePublicRoute } from '@pas/shared/routes/define-route';
import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { ok } from '@pas/platform/http/reply';
import { listWebhookReceipts } from './list-webhook-receipts.ts';
import { listWebhookRejections } from './list-webhook-rejections.ts';
import {
  presentReceipt,
  presentRejection,
  ReceiptState,
  WebhookProvider,
  WebhookReceipt,
  WebhookRejection,
} from './webhook-receipt.schema.ts';

const callers = 'admin';
const provider = WebhookProvider.optional().meta({ description: 'Only those of this provider.' });
const { limit, offset } = pageQuery(['at']);

export const webhookReceiptRoutes = [
  definePublicRoute({
    method: 'get',
    path: '/api/admin/webhook-receipts',
    operationId: 'listWebhookReceipts',
    summary: 'List received webhooks (platform)',
    description:
      'The webhooks of providers that were verified and stored, kept for 30 days. Bodies are not shown.',
    callers,
    scope: 'webhooks:read',
    furtherScopes: ['platform'],
    query: {
      ...pageQuery(['createdAt']),
      provider,
      state: ReceiptState.optional().meta({ description: 'Only those in this state.' }),
    },
    response: listEnvelope('webhookReceipts', WebhookReceipt),
    run: async ({ query }) => {
      const { rows, ...page } = await listWebhookReceipts(query);
      return ok({ webhookReceipts: rows.map(presentReceipt), ...page });
    },
  }),
  definePublicRoute({
    method: 'get',
    path: '/api/admin/webhook-receipts/rejections',
    operationId: 'listWebhookRejections',
    summary: 'List refused webhooks (platform)',
    description:
      'The last webhooks that were refused for their signature, newest first, each with the reason. During a flood, only some are listed; the metric `webhook_rejections_total` counts all.',
    callers,
    scope: 'webhooks:read',
    furtherScopes: ['platform'],
    query: { limit, offset, provider },
    response: listEnvelope('rejections', WebhookRejection),
    run: async ({ query }) => {
      const { rows, ...page } = await listWebhookRejections(query);
      return ok({ rejections: rows.map(presentRejection), ...page });
    },
  }),
];
