import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** The id of the delivery. */
  _id: field.text,
  tenantId: field.text,
  channel: field.oneOf('EMAIL', 'SMS'),
  /** The invite that it carries; null for a pass. */
  inviteId: field.textOrNull,
  /** The pass that it carries; null for an invite. */
  passId: field.textOrNull,
  /**
   * Time from which it may be sent. A claim moves it forward, so that another process sends the message of a dead one
   * later.
   */
  dueAt: field.date,
  /** The process that sends it now; null if none does. */
  claimedBy: field.textOrNull,
  /** Number of failed tries. */
  attempts: field.number,
  createdAt: field.date,
  /** The request that has queued it, for the log. */
  correlationId: field.text,
  traceparent: field.textOrNull,
};

/** A queued delivery. The row is removed when the delivery is sent or has failed. */
export type OutgoingMessageRow = RowOf<typeof fields>;

export const OutgoingMessageModel = defineModel('OutgoingMessage', {
  connection: core,
  collection: 'outgoing_messages',
  readers: ['cli'],
  writers: { admin: ['insert'], resident: ['insert'], 'admin-workers': ['insert', 'update', 'remove'] },
  isTenantOwned: true,
  fields,
  crossTenantReads: { 'due-messages': 'channel_1_tenantId_1_dueAt_1' },
  indexes: [{ fields: { channel: 1, tenantId: 1, dueAt: 1 } }],
});
