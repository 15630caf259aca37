import { takeTurns } from '@pas/platform/concurrency/take-turns';
import type { AuditRecordRow } from '@pas/shared/models/audit-record';
import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import { readPersonalValues } from '@pas/shared/audit-chain/personal-values';
import { AuditRecord, presentAuditRecord } from './audit-record.schema.ts';

type RecordOutput = z.output<typeof AuditRecord>;

export type ExportFormat = 'csv' | 'ndjson';

/** Content type of each format. */
export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** Columns of the table of records; a nested value is JSON in one cell. */
const columns: Readonly<Record<string, (record: RecordOutput) => string | number | null>> = {
  seq: ({ seq }) => seq,
  id: ({ id }) => id,
  occurredAt: ({ occurredAt }) => occurredAt,
  recordedAt: ({ recordedAt }) => recordedAt,
  action: ({ action }) => action,
  outcome: ({ outcome }) => outcome,
  actorType: ({ actor }) => actor.type,
  actorId: ({ actor }) => actor.id,
  actorName: ({ actor }) => actor.name,
  targets: ({ targets }) => JSON.stringify(targets),
  denial: ({ denial }) => (denial ? JSON.stringify(denial) : null),
  changes: ({ changes }) => JSON.stringify(changes),
  ip: ({ context }) => context.ip,
  userAgent: ({ context }) => context.userAgent,
  onBehalfOf: ({ context }) => context.onBehalfOf ?? null,
  reason: ({ context }) => context.reason ?? null,
  correlationId: ({ context }) => context.correlationId,
  environment: ({ context }) => context.environment,
  service: ({ context }) => context.service,
  prevHash: ({ prevHash }) => prevHash,
  hash: ({ hash }) => hash,
  digests: ({ digests }) => JSON.stringify(digests),
};

/** A formula in a cell gets a leading apostrophe (CWE-1236). */
const toTable = (rows: readonly unknown[][]): string => stringify([...rows], { escape_formulas: true });

const writers: Readonly<Record<ExportFormat, (record: RecordOutput) => string>> = {
  csv: (record) => toTable([Object.values(columns).map((cell) => cell(record))]),
  ndjson: (record) => `${JSON.stringify(record)}\n`,
};

/** Writes records batch by batch, with one batch in memory. */
export async function* writeRecords(
  tenantId: string,
  format: ExportFormat,
  batches: AsyncIterable<AuditRecordRow[]>,
): AsyncGenerator<string> {
  const turn = takeTurns();
  if (format === 'csv') yield toTable([Object.keys(columns)]);
  for await (const batch of batches) {
    const personal = await readPersonalValues(tenantId, batch);
    let text = '';
    for (const row of batch) {
      await turn();
      // Parsed like every answer, so that no undeclared field leaves the service.
      text += writers[format](AuditRecord.parse(presentAuditRecord(row, personal)));
    }
    yield text;
  }
}
