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
   * `_id` is derived from the provider and the key by which repeats of a webhook are recognised, so a repeat is refused
   * by the primary key. `state` is that of the event; `held` means that processing has given up (DEAD).
   */
  ...outboxFields,
  provider: field.oneOf(...webhookProviders),
  /** What the provider calls the event; null where it does not say. */
  eventType: field.textOrNull,
  method: field.oneOf('GET', 'POST'),
  /** Path and query as they were sent. */
  url: field.text,
  contentType: field.textOrNull,
  /** The body, byte for byte. */
  raw: field.bytes,
  /** The digests of the people's contacts in it, as `digestContacts` makes them; an erasure finds the receipt by them. */
  contactDigests: field.textList,
  progress: field.oneOf('RECEIVED', 'PROCESSED', 'IGNORED'),
  processedAt: field.dateOrNull,
};

/**
 * A webhook whose signature was verified. The row is also the outbox row of its event, so one write stores both: a 2xx
 * is the promise that the webhook will be processed.
 */
export type WebhookReceiptRow = RowOf<typeof fields>;

/**
 * Receipts are kept longer than any provider repeats a webhook. Dead ones too: nobody has replayed them until then, and
 * what they say of people must not stay.
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

/** The receipts as an outbox: the publisher, the sweeper and consumers read and mark the fields of the event alone. */
export const receiptOutbox = WebhookReceiptModel as unknown as Model<OutboxRow>;
