import { dueEventsIndex, outboxFields, type OutboxRow } from '@pas/platform/events/outbox';
import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';
import type { Model } from 'mongoose';

/** The providers whose webhooks are received. */
export const webhookProviders = ['telephony-a', 'telephony-b', 'payments', 'identity'] as const;
export type Provider = (typeof webhookProviders)[number];

const fields = {
  /**
   * `_id` is derived from the provider and the deduplication key of the webhook. So the primary key refuses a repeat.
   * `state` is the state of the event; `held` means that processing has given up (DEAD).
   */
  ...outboxFields,
  provider: field.oneOf(...webhookProviders),
  /** The provider's name of the event; null if it has none. */
  eventType: field.textOrNull,
  method: field.oneOf('GET', 'POST'),
  /** Path and query, as sent. */
  url: field.text,
  contentType: field.textOrNull,
  /** The body, byte for byte. */
  raw: field.bytes,
  /** Digests of the contacts in the body (`digestContacts`), by which an erasure finds the receipt. */
  contactDigests: field.textList,
  progress: field.oneOf('RECEIVED', 'PROCESSED', 'IGNORED'),
  processedAt: field.dateOrNull,
};

/**
 * A webhook whose signature was verified. The row is also the outbox row of its event, so one write stores both.
 * After a 2xx, the webhook will be processed.
 */
export type WebhookReceiptRow = RowOf<typeof fields>;

/**
 * Retention of receipts, which exceeds the retries of every provider. Dead receipts are removed too, because their
 * personal data must not stay.
 */
const receiptTtlSeconds = 30 * 24 * 3600;

export const WebhookReceiptModel = defineModel('WebhookReceipt', {
  connection: core,
  collection: 'webhook_receipts',
  readers: [],
  writers: {
    webhooks: ['insert', 'update'],
    admin: ['update'],
    'admin-workers': ['update'],
    cli: ['update'],
  },
  isTenantOwned: false,
  fields,
  indexes: [
    dueEventsIndex,
    { fields: { createdAt: -1, _id: -1 } },
    { fields: { provider: 1, createdAt: -1, _id: -1 } },
    { fields: { progress: 1, createdAt: -1, _id: -1 } },
    { fields: { provider: 1, progress: 1, createdAt: -1, _id: -1 } },
    {
      fields: { createdAt: -1, provider: 1 },
      options: { partialFilterExpression: { state: 'held' } },
    },
    { fields: { contactDigests: 1 }, options: { partialFilterExpression: { progress: 'RECEIVED' } } },
    {
      fields: { createdAt: 1 },
      options: { expireAfterSeconds: receiptTtlSeconds, partialFilterExpression: { state: 'held' } },
    },
    {
      fields: { sentAt: 1 },
      options: { expireAfterSeconds: receiptTtlSeconds, partialFilterExpression: { state: 'sent' } },
    },
  ],
});

/** The receipts as an outbox. Publisher, sweeper and consumers read and mark only the fields of the event. */
export const receiptOutbox = WebhookReceiptModel as unknown as Model<OutboxRow>;
