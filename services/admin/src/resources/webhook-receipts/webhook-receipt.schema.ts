import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import { webhookProviders, type WebhookReceiptRow } from '@pas/shared/models/webhook-receipt';
import type { WebhookRejectionRow } from '@pas/shared/models/webhook-rejection';
import { z } from 'zod';

/** The providers whose webhooks are received. */
export const WebhookProvider = z.enum(webhookProviders);

/** State of a received webhook. */
export const ReceiptState = z.enum(['RECEIVED', 'PROCESSED', 'IGNORED', 'DEAD']);
export type ReceiptState = z.output<typeof ReceiptState>;

/** A received webhook as the Admin API shows it, without its body. */
export const WebhookReceipt = z
  .object({
    id: idSchema('webhookReceipt'),
    provider: WebhookProvider,
    eventType: z.string().nullable().meta({
      description: 'The type of the event, as the provider calls it. Null if the webhook does not say.',
      example: 'invoice.paid',
    }),
    state: ReceiptState.meta({
      description:
        'RECEIVED: stored and not processed yet. IGNORED: it concerns nothing here. DEAD: processing failed five times; `pas dead-letters` lists and replays it.',
    }),
    method: z.enum(['GET', 'POST']),
    path: z.string().meta({ description: 'Without the query.', example: '/payments' }),
    receivedAt: Timestamp,
    processedAt: Timestamp.nullable().meta({ description: 'Null until it is processed.' }),
  })
  .meta({ id: 'WebhookReceipt' });

/** A refused webhook as the Admin API shows it. */
export const WebhookRejection = z
  .object({
    at: Timestamp,
    provider: WebhookProvider,
    path: z.string().meta({ description: 'Without the query.', example: '/payments' }),
    reason: z.string().meta({
      description: 'The reason, as a stable code.',
      example: 'timestamp_out_of_range',
    }),
  })
  .meta({ id: 'WebhookRejection' });

/** Presents a stored receipt. */
export function presentReceipt(row: WebhookReceiptRow): z.input<typeof WebhookReceipt> {
  const { _id: id, provider, eventType, method, url, createdAt, processedAt, progress, state } = row;
  return {
    id,
    provider,
    eventType,
    state: state === 'held' ? 'DEAD' : progress,
    method,
    path: url.split('?', 1)[0] ?? '',
    receivedAt: timestamp(createdAt),
    processedAt: timestamp(processedAt),
  };
}

/** Presents a stored refusal. */
export function presentRejection(row: WebhookRejectionRow): z.input<typeof WebhookRejection> {
  const { at, provider, path, reason } = row;
  return { at: timestamp(at), provider, path, reason };
}
