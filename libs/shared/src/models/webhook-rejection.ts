import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';
import { webhookProviders } from './webhook-receipt.ts';

const fields = {
  /**
   * `<provider>:<slot>`. A provider has a fixed number of slots, so that a flood of bad signatures cannot fill the
   * store.
   */
  _id: field.text,
  provider: field.oneOf(...webhookProviders),
  /** Without the query, which may carry personal values. */
  path: field.text,
  reason: field.text,
  at: field.date,
};

/** A webhook that was refused for its signature. Its body and headers are not stored. */
export type WebhookRejectionRow = RowOf<typeof fields>;

const rejectionTtlSeconds = 30 * 24 * 3600;

export const WebhookRejectionModel = defineModel('WebhookRejection', {
  connection: core,
  collection: 'webhook_rejections',
  readers: ['admin'],
  writers: { webhooks: ['insert', 'update'] },
  isTenantOwned: false,
  fields,
  indexes: [
    { fields: { at: -1, _id: -1 } },
    { fields: { provider: 1, at: -1, _id: -1 } },
    { fields: { at: 1 }, options: { expireAfterSeconds: rejectionTtlSeconds } },
  ],
});
