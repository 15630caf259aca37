import { core } from '@pas/platform/mongo/connections';
import { defineModel, deletableFields } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';
import { createdBy } from './created-by.ts';

const signingSecret = {
  /** The secret, encrypted. */
  sealed: field.text,
  /** Until then it signs beside the newest one; null for the newest one. */
  until: field.dateOrNull,
};

const fields = {
  ...deletableFields,
  url: field.text,
  /** Public event types, or `*` for all. */
  events: field.textList,
  /** The properties whose events it gets; null for all of the tenant. */
  propertyIds: field.textListOrNull,
  description: field.textOrNull,
  /** DISABLED: by the sender, after five days of failure or an answer 410. */
  status: field.oneOf('ACTIVE', 'PAUSED', 'DISABLED'),
  /** The newest first. */
  secrets: field.listOf(signingSecret),
  /** Since when no try has succeeded; null while tries succeed. */
  failingSince: field.dateOrNull,
  disabledReason: field.oneOfOrNull('GONE', 'FAILING'),
  /** Events from then on are sent again that never succeeded; null where nothing is left to do. */
  recoverSince: field.dateOrNull,
  /** The place of the last event that a recovery has looked at. */
  recoveredSeq: field.number,
  createdBy,
};

/** Where an integrator receives the events of a tenant. */
export type WebhookEndpointRow = RowOf<typeof fields>;

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
