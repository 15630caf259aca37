import type { Route } from '@pas/platform/http/define-route';
import { defineRoute } from '@pas/shared/routes/define-route';
import { Moment } from '@pas/platform/http/moment';
import { booleanQuery, listEnvelope, pageQuery, PlainInteger, SearchPrefix } from '@pas/platform/http/page';
import { ok, streamed } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { readPersonalValues } from '@pas/shared/audit-chain/personal-values';
import { requireAllProperties } from '@pas/shared/principal/require-all-properties';
import { AuditRecord, presentAuditRecord } from './audit-record.schema.ts';
import type { AuditDependencies } from './audit-dependencies.ts';
import { exportAuditRecords, requireLines } from './export-audit-records.ts';
import { mediaTypes } from './write-records.ts';
import { listAuditRecords } from './list-audit-records.ts';
import { loadAuditRecord } from './load-audit-record.ts';
import { presentVerification, Verification } from './verification.schema.ts';
import { requireRange, verifyChain } from './verify-chain.ts';

const Text = z.string().min(1).max(128).optional();

/** An upper bound of sequence numbers. */
const maxSeq = 999_999_999_999;

/** Sequence number of a record in the chain. */
const Seq = PlainInteger.refine((seq) => seq >= 1 && seq <= maxSeq, `Expected 1 to ${maxSeq}.`)
  .optional()
  .meta({
    example: '1',
    override: ({ jsonSchema }) => {
      delete jsonSchema['pattern'];
      Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: maxSeq, example: 1 });
    },
  });

/** Filters of audit records. */
const filters = {
  actorId: Text,
  actorType: z.enum(['STAFF', 'API_KEY', 'RESIDENT', 'WEBHOOK', 'SYSTEM']).optional(),
  action: Text,
  targetType: Text,
  targetId: Text,
  outcome: z.enum(['SUCCESS', 'DENIED', 'FAILURE']).optional(),
  correlationId: Text,
  q: SearchPrefix.meta({
    description:
      'Only records about an entity or by an actor with these beginnings of words. It searches labels, names, e-mails and phones. Also finds deleted entities, and former labels of units, properties and doors among the newest 2,000 renames and deletions. At most 100 entities of a kind. Erased people are not found.',
    example: 'penthouse',
  }),
  from: Moment.optional(),
  to: Moment.optional(),
};

/** Routes of the audit: its records, their export and the verification of the chain. */
export function auditRoutes({ checkpoints }: AuditDependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/admin/audit',
      operationId: 'listAuditRecords',
      summary: 'List audit records',
      description: 'Sealed records. A change appears here shortly after it is committed.',
      scope: 'audit:read',
      query: {
        ...pageQuery(['seq', 'occurredAt']),
        ...filters,
      },
      response: listEnvelope('auditRecords', AuditRecord),
      run: async ({ ctx, query }) => {
        const { rows, ...page } = await listAuditRecords(ctx, query);
        const personal = await readPersonalValues(ctx.tenantId, rows);
        return ok({ auditRecords: rows.map((row) => presentAuditRecord(row, personal)), ...page });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/audit/export',
      operationId: 'exportAuditRecords',
      summary: 'Export audit records',
      isExpensive: true,
      description:
        'Streams all records that match the filters at the time of the request, in the order of the chain. `ndjson` has one JSON object in each line, as in the list. With `checkpoints=true`, lines `{ "jws": … }` with the signed checkpoints of the chain come first. Then `pas audit verify` needs only the published key to check the file. Callers restricted to some properties cannot ask for them. `csv` is a table; spreadsheets do not read its cells as formulas. If the answer breaks off, its last chunk is missing, and HTTP clients report this as an error. The file itself has no end mark. Each export is recorded in the audit (`audit.exported`).',
      scope: 'audit:read',
      query: {
        ...filters,
        format: z.enum(['csv', 'ndjson']).default('ndjson'),
        checkpoints: booleanQuery('Whether the signed checkpoints come first (`ndjson` only).'),
      },
      answers: 'stream',
      codes: { 403: ['property_not_allowed'] },
      streams: { 'application/x-ndjson': z.string(), 'text/csv': z.string() },
      check: ({ query }) => requireLines(query),
      run: async ({ ctx, query: { format, checkpoints: asked, ...picked } }) => {
        requireLines({ format, checkpoints: asked });
        if (asked) requireAllProperties(ctx);
        const files = asked ? checkpoints.files : null;
        const records = await exportAuditRecords(ctx, { format, picked, files });
        const day = ctx.now.toISOString().slice(0, 10);
        const name = `audit-${ctx.environment.toLowerCase()}-${day}.${format}`;
        return streamed(mediaTypes[format], name, records);
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/audit/{id}',
      operationId: 'getAuditRecord',
      summary: 'Read an audit record',
      description: 'One sealed record with its hash and that of its predecessor.',
      scope: 'audit:read',
      params: { id: idSchema('auditRecord') },
      response: z.object({ auditRecord: AuditRecord }),
      run: async ({ ctx, params: { id } }) => {
        const row = await loadAuditRecord(ctx, id);
        return ok({ auditRecord: presentAuditRecord(row, await readPersonalValues(ctx.tenantId, [row])) });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/audit/verify',
      operationId: 'verifyAuditChain',
      summary: 'Check the chain of audit records',
      isExpensive: true,
      description:
        'Recomputes every hash and compares personal values with their digests. Compares both with the checkpoints that the sealer has signed and stored outside the database. Callers restricted to some properties cannot use it, because a chain covers the whole tenant.',
      scope: 'audit:read',
      needsWholeTenant: true,
      query: { fromSeq: Seq, toSeq: Seq },
      response: z.object({ verification: Verification }),
      check: ({ query }) => requireRange(query),
      run: async ({ ctx, query }) => {
        requireRange(query);
        const { tenantId, environment } = ctx;
        const found = await verifyChain({ tenantId, environment, checkpoints }, query);
        return ok({ verification: presentVerification(found, checkpoints.publicKeys) });
      },
    }),
  ];
}
