import { Denial } from '@pas/shared/events/areas/audit';
import { idSchema } from '@pas/shared/ids/id';
import type { AuditRecordRow } from '@pas/shared/models/audit-record';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { z } from 'zod';
import { digestOf, digestPlaces, type PersonalValues } from '@pas/shared/audit-chain/personal-values';

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
      name: z
        .string()
        .nullable()
        .meta({ description: '`erased` after the name of a person was erased.', example: 'Nightly import' }),
    }),
    targets: z
      .array(z.object({ type: z.string().meta({ example: 'unit' }), id: z.string().nullable() }))
      .meta({
        description:
          'The first is the entity that the request named; the others changed with it. The id is null if a refused request named none.',
      }),
    denial: Denial.nullable().optional().meta({
      description:
        'The reason of the refusal (403). Null for any other request. Older records do not have this field.',
    }),
    changes: z.array(z.object({ path: z.string(), before: z.unknown(), after: z.unknown() })).meta({
      description: 'The fields that have changed, each with its value before and after.',
      example: [{ path: 'label', before: 'Apt 4', after: 'Apt 4B' }],
    }),
    context: z.object({
      ip: z.string().nullable().meta({ description: 'Null if it is unknown or erased.' }),
      userAgent: z.string().nullable().meta({ description: 'Null if it is unknown or erased.' }),
      onBehalfOf: z.string().nullable().optional().meta({
        description:
          'X-Pas-On-Behalf-Of of the request: for whom the caller says that it acts. Older records do not have this field.',
        example: 'kim@example.test',
      }),
      reason: z.string().nullable().optional().meta({
        description:
          'X-Pas-Reason of the request, as the caller states it. Older records do not have this field.',
        example: 'Ticket 4711: the resident has lost the key.',
      }),
      correlationId: z.string().meta({ example: '01980d2e-5a3c-7c41-9f0e-6b1d2c3a4e5f' }),
      environment: z.string().meta({ example: 'PROD' }),
      service: z.string().meta({ description: 'The service that executed the operation.', example: 'admin' }),
    }),
    occurredAt: Timestamp,
    recordedAt: Timestamp,
    prevHash: z.string().meta({
      description: 'The hash of the previous record. 64 zeros for the first record.',
      example: '0000000000000000000000000000000000000000000000000000000000000000',
    }),
    hash: z.string().meta({
      description:
        'Hex SHA-256 over a zero byte, the 32 bytes of prevHash, and this record in canonical JSON (RFC 8785). The record is hashed without prevHash, hash and digests. At each pointer of digests, the chain holds `{ "digest": … }` instead of the value.',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
    digests: z
      .array(
        z.object({
          pointer: z.string().meta({
            description: 'The place of a personal value in this record (JSON Pointer, RFC 6901).',
            example: '/changes/0/after',
          }),
          digest: z.string().meta({
            description: '`sha256:` and the hex SHA-256 of the salt and the value in canonical JSON.',
            example: 'sha256:'.concat('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'),
          }),
          salt: z.string().nullable().meta({ description: 'Null after the value was erased.' }),
        }),
      )
      .meta({ description: 'The digests that the chain holds instead of personal values.' }),
  })
  .meta({ id: 'AuditRecord' });

/** Presents a sealed record, with the personal values stored beside the chain, unless they are erased. */
export function presentAuditRecord(
  row: AuditRecordRow,
  personal: PersonalValues,
): z.input<typeof AuditRecord> {
  const { action, outcome, actor, targets, denial, changes } = row.record;
  const { onBehalfOf, reason, ...context } = row.record.context;
  const reveal = (value: unknown): unknown => {
    const kept = personal.get(digestOf(value) ?? '');
    return kept ? kept.value : value;
  };
  const revealText = (value: unknown, erased: string | null): string | null => {
    const revealed = reveal(value);
    return digestOf(revealed) === null ? (revealed as string | null) : erased;
  };
  return {
    id: row._id,
    tenantId: row.tenantId,
    seq: row.seq,
    action,
    outcome,
    actor: { ...actor, name: revealText(actor.name, 'erased') },
    targets,
    ...(denial !== undefined && { denial }),
    changes: changes.map(({ path, before, after }) => ({
      path,
      before: reveal(before),
      after: reveal(after),
    })),
    context: {
      ...context,
      ip: revealText(context.ip, null),
      userAgent: revealText(context.userAgent, null),
      ...(onBehalfOf !== undefined && { onBehalfOf: revealText(onBehalfOf, null) }),
      ...(reason !== undefined && { reason: revealText(reason, null) }),
    },
    occurredAt: timestamp(row.occurredAt),
    recordedAt: timestamp(row.recordedAt),
    prevHash: row.prevHash,
    hash: row.hash,
    digests: digestPlaces(row).map((place) => ({ ...place, salt: personal.get(place.digest)?.salt ?? null })),
  };
}
