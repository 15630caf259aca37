import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';
import { publicEventTypes } from '../events/public-types.ts';
import { publicEventDays } from './public-event.ts';

const fields = {
  _id: field.text,
  tenantId: field.text,
  endpointId: field.text,
  /** Tenant and endpoint: the queue of a PENDING attempt. */
  queue: field.text,
  /** The id of the event, which is the `webhook-id` of all attempts for it. */
  eventId: field.text,
  type: field.oneOf(...publicEventTypes),
  /** The entity of the event; null for a test, which shows a fictitious one. */
  entityId: field.textOrNull,
  /** Time of the event. */
  occurredAt: field.date,
  status: field.oneOf('PENDING', 'SUCCEEDED', 'FAILED'),
  /** The status of the answer; null without an answer. */
  responseStatus: field.numberOrNull,
  /** Reason of the failure, as a stable word in snake case. */
  error: field.textOrNull,
  /** Time of the attempt; null before it. */
  at: field.dateOrNull,
  /** Planned time of the attempt; null after it. */
  nextAt: field.dateOrNull,
  /** Number of the attempt in its series, from 1. Each request to resend an event starts a series. */
  number: field.number,
  /**
   * Time from which a process may claim it: `nextAt`, or later while another process has it. Null after the attempt.
   */
  dueAt: field.dateOrNull,
  /** The process that has claimed it; null if none has. */
  claimedBy: field.textOrNull,
  createdAt: field.date,
  correlationId: field.text,
};

/** An attempt to send an event to an endpoint, planned or made. Its body is rendered when it is shown. */
export type WebhookAttemptRow = RowOf<typeof fields>;

export const WebhookAttemptModel = defineModel('WebhookAttempt', {
  connection: core,
  collection: 'webhook_attempts',
  readers: ['cli'],
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
