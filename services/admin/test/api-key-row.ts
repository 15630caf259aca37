import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { newApiKey, defaultKeyDays } from '@pas/shared/api-keys/new-api-key';
import type { AuditSubmission } from '@pas/shared/events/areas/audit';
import type { ApiKeyRow } from '@pas/shared/models/api-key';

/** Builds the row of a live key as its creation does, without the tenant's limit. */
export function apiKeyRow(tenantId: string, fields: Partial<ApiKeyRow> = {}): ApiKeyRow {
  const facts = {
    tenantId,
    name: 'Nightly import',
    scopes: ['units:read'],
    environments: ['TEST'],
    propertyIds: null,
    rateLimit: { limit: 600, windowSeconds: 60 },
    createdBy: { type: 'SYSTEM', id: null, name: 'test' },
    days: defaultKeyDays,
  };
  const row = newApiKey(mintApiKey('TEST'), facts, { pepper: 'no request proves this key', now: new Date() });
  return { ...row, ...fields };
}

/** Reads the unsealed audit records of a key, oldest first. */
export async function keyRecords(id: string): Promise<AuditSubmission[]> {
  const rows = await ControlOutboxModel.find({
    subject: 'pas.v1.audit.record.submitted',
    'envelope.subject': id,
  })
    .sort({ _id: 1 })
    .lean();
  return rows.map(({ envelope }) => envelope.data as AuditSubmission);
}

/** Reads the other events of a key: type and data. */
export async function keyEvents(id: string): Promise<[string, unknown][]> {
  const rows = await ControlOutboxModel.find({
    subject: /^pas\.v1\.keys\./,
    'envelope.subject': id,
  }).lean();
  return rows.map(({ subject, envelope }) => [subject, envelope.data]);
}
