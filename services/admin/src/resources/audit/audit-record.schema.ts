import { idSchema } from '@pas/shared/ids/id';
import type { AuditRecordRow } from '@pas/shared/models/audit-record';
import { Timestamp, timestamp } from '@pas/shared/http/timestamp';
import { z } from 'zod';

import type { PersonalValues } from './read-personal-values.ts';

/** A sealed audit record as the Admin API shows it. */
export const AuditRecord = z
  .object({
    id: idSchema('auditRecord'),
    tenantId: idSchema('tenant'),
    seq: z.int().min(1).meta({ description: '1, 2, 3 … without a gap.' }),
    action: z.string().meta({ example: 'unit.created' }),
    outcome: z.enum(['SUCCESS', 'DENIED', 'FAILURE']),
    actor: z.object({
      type: z.enum(['STAFF', 'API_KEY', 'RESIDENT', 'WEBHOOK', 'SYSTEM']),
      id: z.string().nullable(),
      name: z.string().nullable(),
    }),
    targets: z.array(z.object({ type: z.string(), id: z.string() })),
    changes: z.array(z.object({ path: z.string(), before: z.unknown(), after: z.unknown() })),
    context: z.object({
      ip: z.string().nullable(),
      userAgent: z.string().nullable(),
      correlationId: z.string(),
      environment: z.string(),
      service: z.string(),
    }),
    occurredAt: Timestamp,
    recordedAt: Timestamp,
    prevHash: z.string().meta({ description: 'The hash of the record before; 64 zeros for the first.' }),
    hash: z.string().meta({
      description:
        'Hex SHA-256 over a zero byte, the 32 bytes of prevHash, and this record without prevHash and hash in canonical JSON (RFC 8785). In the chain a personal value stands as its digest.',
    }),
  })
  .meta({ id: 'AuditRecord' });

/** Presents a sealed record, personal values read from beside the chain where they haven't been erased. */
export function presentAuditRecord(
  row: AuditRecordRow,
  personal: PersonalValues,
): z.input<typeof AuditRecord> {
  const { action, outcome, actor, targets, changes, context } = row.record;
  return {
    id: row._id,
    tenantId: row.tenantId,
    seq: row.seq,
    action,
    outcome,
    actor,
    targets,
    changes: changes.map(({ path, before, after }) => ({
      path,
      before: personal.reveal(before),
      after: personal.reveal(after),
    })),
    context,
    occurredAt: timestamp(row.occurredAt),
    recordedAt: timestamp(row.recordedAt),
    prevHash: row.prevHash,
    hash: row.hash,
  };
}
