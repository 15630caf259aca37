import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** The id of the delivery. */
  _id: field.text,
  tenantId: field.text,
  channel: field.oneOf('EMAIL', 'SMS'),
  inviteId: field.text,
  /** When it may be sent. A claim moves it ahead, so that a message of a dead process is taken again after it. */
  dueAt: field.date,
  /** The process that sends it now; null where none does. */
  claimedBy: field.textOrNull,
  /** How often it was tried without success. */
  attempts: field.number,
  createdAt: field.date,
  /** The request that has queued it, for the log. */
  correlationId: field.text,
  traceparent: field.textOrNull,
};

/** A queued delivery that waits to be sent. The row goes when the delivery is sent or has failed. */
export type OutgoingMessageRow = RowOf<typeof fields>;

export const OutgoingMessageModel = defineModel('OutgoingMessage', {
  connection: core,
  collection: 'outgoing_messages',
  readers: [],
  writers: { 'admin-workers': ['insert', 'update', 'remove'] },
  isTenantOwned: true,
  fields,
  crossTenantReads: { 'due-messages': 'channel_1_tenantId_1_dueAt_1' },
  indexes: [{ fields: { channel: 1, tenantId: 1, dueAt: 1 } }],
});
