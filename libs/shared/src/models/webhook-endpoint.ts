import { core } from '@pas/platform/mongo/connections';
import { defineModel, deletableFields } from '@pas/platform/mongo/define-model';
import { field, nullsOf, type RowOf } from '@pas/platform/mongo/fields';
import { createdBy } from './created-by.ts';

const signingSecret = {
  /** The secret, encrypted. */
  sealed: field.text,
  /** End of its signatures beside the newest secret; null for the newest one. */
  until: field.dateOrNull,
};

const fields = {
  ...deletableFields,
  url: field.text,
  /** Public event types, or `*` for all. */
  events: field.textList,
  /** The properties of its events; null for the whole tenant. */
  propertyIds: field.textListOrNull,
  description: field.textOrNull,
  /** DISABLED: by the sender, after five days of failure or an answer 410. */
  status: field.oneOf('ACTIVE', 'PAUSED', 'DISABLED'),
  /** The newest first. */
  secrets: field.listOf(signingSecret),
  /** Start of the current series of failures; null while attempts succeed. */
  failingSince: field.dateOrNull,
  disabledReason: field.oneOfOrNull('GONE', 'FAILING'),
  /** Start of the recovery, which resends undelivered events since then; null without a recovery. */
  recoverSince: field.dateOrNull,
  /** Position of the last event that the recovery has checked, or that came before its time. */
  recoveredSeq: field.number,
  createdBy,
};

/** An integrator's endpoint for the events of a tenant. */
export type WebhookEndpointRow = RowOf<typeof fields>;

/** The fields that are null in a new webhook endpoint, unless it sets them. */
export const emptyWebhookEndpoint = nullsOf(fields);

export const WebhookEndpointModel = defineModel('WebhookEndpoint', {
  connection: core,
  collection: 'webhook_endpoints',
  readers: [],
  writers: { admin: ['insert', 'update'], 'admin-workers': ['update'] },
  isTenantOwned: true,
  fields,
  crossTenantReads: { 'endpoints-to-recover': 'recoverSince_1' },
  indexes: [
    {
      fields: { recoverSince: 1 },
      options: { partialFilterExpression: { recoverSince: { $type: 'date' } } },
    },
    { fields: { tenantId: 1, isLive: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, status: 1, createdAt: -1, _id: -1 } },
  ],
});
