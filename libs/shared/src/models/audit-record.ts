import type { AuditSubmission } from '../events/areas/audit.ts';
import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';

/** A sealed link of a tenant's audit chain. Written by the sealer alone, and never changed. */
export interface AuditRecordRow {
  _id: string;
  tenantId: string;
  /** 1, 2, 3 … without a gap. */
  seq: number;
  /** The event that submitted it: one event, one record. */
  eventId: string;
  /** What the hash stands over, as it was sealed. */
  record: Omit<AuditSubmission, 'propertyIds'> & { recordedAt: string };
  /** Hex SHA-256 of the link before; 64 zeros for the first. */
  prevHash: string;
  hash: string;
  /** Copies of what lists sort and filter by. */
  occurredAt: Date;
  recordedAt: Date;
  /** The properties that it is about, as it was submitted: which restricted callers may read it. */
  propertyIds: string[];
}

export const AuditRecordModel = defineModel<AuditRecordRow>('AuditRecord', {
  connection: core,
  collection: 'audit_records',
  writers: ['admin'],
  isTenantOwned: true,
  fields: {
    _id: { type: String, required: true },
    tenantId: { type: String, required: true },
    seq: { type: Number, required: true },
    eventId: { type: String, required: true },
    record: { type: Object, required: true },
    prevHash: { type: String, required: true },
    hash: { type: String, required: true },
    occurredAt: { type: Date, required: true },
    recordedAt: { type: Date, required: true },
    propertyIds: { type: [String], default: [] },
  },
  indexes: [
    { fields: { tenantId: 1, seq: -1 }, options: { unique: true } },
    { fields: { eventId: 1 }, options: { unique: true } },
    { fields: { tenantId: 1, occurredAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyIds: 1, seq: -1 } },
    { fields: { tenantId: 1, 'record.targets.id': 1, seq: -1 } },
    { fields: { tenantId: 1, 'record.targets.type': 1, seq: -1 } },
    { fields: { tenantId: 1, 'record.actor.id': 1, seq: -1 } },
    { fields: { tenantId: 1, 'record.actor.type': 1, seq: -1 } },
    { fields: { tenantId: 1, 'record.action': 1, seq: -1 } },
    { fields: { tenantId: 1, 'record.outcome': 1, seq: -1 } },
    { fields: { tenantId: 1, 'record.context.correlationId': 1, seq: -1 } },
  ],
});
