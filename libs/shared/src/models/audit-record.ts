import type { AuditSubmission, PersonalDigest } from '../events/areas/audit.ts';
import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

type Context = AuditSubmission['context'];

/** Context of a sealed record, with personal values as digests. Older records hold some of them in plain text. */
type SealedContext = Omit<Context, 'ip' | 'userAgent' | 'onBehalfOf' | 'reason'> &
  Record<'ip' | 'userAgent', string | PersonalDigest | null> &
  Partial<Record<'onBehalfOf' | 'reason', PersonalDigest | null>>;

const fields = {
  _id: field.text,
  tenantId: field.text,
  /** 1, 2, 3 … without a gap. */
  seq: field.number,
  /** The event that submitted it: one event, one record. */
  eventId: field.text,
  /** The hashed content, as sealed. */
  record: field.json<
    Omit<AuditSubmission, 'propertyIds' | 'context'> & { context: SealedContext; recordedAt: string }
  >(),
  /** Hex SHA-256 of the link before; 64 zeros for the first. */
  prevHash: field.text,
  hash: field.text,
  /** Copies of fields for the sort orders and filters of lists. */
  occurredAt: field.date,
  recordedAt: field.date,
  /** Properties of the record, as submitted. They decide which restricted callers may read it. */
  propertyIds: field.textList,
};

/** A sealed link of a tenant's audit chain. Only the sealer writes it, and nothing changes it. */
export type AuditRecordRow = RowOf<typeof fields>;

export const AuditRecordModel = defineModel('AuditRecord', {
  connection: core,
  collection: 'audit_records',
  readers: ['admin', 'resident', 'cli'],
  writers: { 'admin-workers': ['insert'] },
  isAppendOnly: true,
  isTenantOwned: true,
  fields,
  indexes: [
    { fields: { tenantId: 1, seq: -1 }, options: { unique: true } },
    { fields: { tenantId: 1, eventId: 1 }, options: { unique: true } },
    { fields: { tenantId: 1, occurredAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyIds: 1, seq: -1 } },
    { fields: { tenantId: 1, propertyIds: 1, occurredAt: -1, _id: -1 } },
    { fields: { tenantId: 1, 'record.targets.id': 1, seq: -1 } },
    { fields: { tenantId: 1, 'record.targets.id': 1, occurredAt: -1, _id: -1 } },
    { fields: { tenantId: 1, 'record.targets.type': 1, seq: -1 } },
    { fields: { tenantId: 1, 'record.actor.id': 1, seq: -1 } },
    { fields: { tenantId: 1, 'record.actor.type': 1, seq: -1 } },
    { fields: { tenantId: 1, 'record.action': 1, seq: -1 } },
    { fields: { tenantId: 1, 'record.outcome': 1, seq: -1 } },
    { fields: { tenantId: 1, 'record.context.correlationId': 1, seq: -1 } },
  ],
});
