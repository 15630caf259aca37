import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

/** Events with alerts by mail. */
export const alertTypes = [
  'door.offline',
  'door.held',
  'door.forced',
  'unit.unreachable',
  'report.created',
  'key.expiring',
  'key.leaked',
  'endpoint.failing',
] as const;

export type AlertType = (typeof alertTypes)[number];

const alertItem = {
  type: field.oneOf(...alertTypes),
  /** The door, unit, report, key or endpoint. */
  entityId: field.text,
  at: field.date,
};

const fields = {
  _id: field.text,
  tenantId: field.text,
  email: field.text,
  /** Group of alerts in one mail: a type and a property, or `digest`. */
  cause: field.text,
  /** The first items; `count` is their total number. */
  items: field.listOf(alertItem),
  count: field.number,
  /** Whether further items may be added. False once sending begins. */
  isOpen: field.flag,
  /** Time from which it may be sent. A process that sends it moves this time forward. */
  dueAt: field.date,
  createdAt: field.date,
};

/** A mail about one cause, or the digest of a day, that waits to be sent. The row goes when it is sent. */
export type AlertMailRow = RowOf<typeof fields>;

export const AlertMailModel = defineModel('AlertMail', {
  connection: core,
  collection: 'alert_mails',
  readers: ['resident'],
  writers: { admin: ['remove'], 'admin-workers': ['insert', 'update', 'remove'] },
  isTenantOwned: true,
  fields,
  crossTenantReads: { 'due-alerts': 'dueAt_1_tenantId_1' },
  indexes: [
    // The tenants with due mails are read from this index alone.
    { fields: { dueAt: 1, tenantId: 1 } },
    { fields: { tenantId: 1, dueAt: 1 } },
    { fields: { tenantId: 1, email: 1, cause: 1, isOpen: 1 } },
  ],
});
