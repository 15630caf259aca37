import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';
import { publicEventTypes } from '../events/public-types.ts';
import { publicEventDays } from './public-event.ts';

const fields = {
  _id: field.text,
  tenantId: field.text,
  endpointId: field.text,
  /** The tenant and the endpoint: the queue that it stands in while it is PENDING. */
  queue: field.text,
  /** The id of the event, which is the `webhook-id` of all its tries. */
  eventId: field.text,
  type: field.oneOf(...publicEventTypes),
  /** The entity that the event is about; null for a test, which shows a made-up one. */
  entityId: field.textOrNull,
  /** When the event happened. */
  occurredAt: field.date,
  status: field.oneOf('PENDING', 'SUCCEEDED', 'FAILED'),
  /** The status of the answer; null where there was none. */
  responseStatus: field.numberOrNull,
  /** Why it failed, as a stable word in snake case. */
  error: field.textOrNull,
  /** When it was tried; null before. */
  at: field.dateOrNull,
  /** When it is due; null once it was tried. */
  nextAt: field.dateOrNull,
  /** Which try of its series it is, from 1. Each request to send an event again begins a series. */
  number: field.number,
  /** When a process may take it: `nextAt`, and later while a process has it. Null once it was tried. */
  dueAt: field.dateOrNull,
  /** The process that has it; null where none does. */
  claimedBy: field.textOrNull,
  createdAt: field.date,
  correlationId: field.text,
};

/** One try to send an event to an endpoint, planned or made. No body is ever stored. */
export type WebhookAttemptRow = RowOf<typeof fields>;

export const WebhookAttemptModel = defineModel('WebhookAttempt', {
  connection: core,
  collection: 'webhook_attempts',
  readers: [],
  writers: { admin: ['insert'], 'admin-workers': ['insert', 'update'] },
  isTenantOwned: true,
  fields,
  crossTenantReads: { 'due-attempts': 'status_1_queue_1_dueAt_1' },
  indexes: [
    { fields: { tenantId: 1, endpointId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, endpointId: 1, status: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, endpointId: 1, eventId: 1, createdAt: -1, _id: -1 } },
    {
      fields: { status: 1, queue: 1, dueAt: 1 },
      options: { partialFilterExpression: { status: 'PENDING' } },
    },
    { fields: { createdAt: 1 }, options: { expireAfterSeconds: publicEventDays * 24 * 3600 } },
  ],
});
