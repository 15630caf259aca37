import { defineRoute } from '@pas/shared/http/define-route';
import { Moment } from '@pas/shared/http/moment';
import { listEnvelope, pageQuery } from '@pas/shared/http/page';
import { ok } from '@pas/shared/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { AuditRecord, presentAuditRecord } from './audit-record.schema.ts';
import { listAuditRecords } from './list-audit-records.ts';
import { loadAuditRecord } from './load-audit-record.ts';
import { readPersonalValues } from './read-personal-values.ts';

const tag = 'Audit';
const Text = z.string().min(1).max(128).optional();

export const auditRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/audit',
    summary: 'List audit records',
    description: 'Sealed records; a change shows up here moments after it is committed.',
    tag,
    scope: 'audit:read',
    query: {
      ...pageQuery(['seq', 'occurredAt']),
      actorId: Text,
      actorType: z.enum(['STAFF', 'API_KEY', 'RESIDENT', 'WEBHOOK', 'SYSTEM']).optional(),
      action: Text,
      targetType: Text,
      targetId: Text,
      outcome: z.enum(['SUCCESS', 'DENIED', 'FAILURE']).optional(),
      correlationId: Text,
      from: Moment.optional(),
      to: Moment.optional(),
    },
    status: [200],
    response: listEnvelope('auditRecords', AuditRecord),
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listAuditRecords(ctx, query);
      const personal = await readPersonalValues(ctx, rows);
      return ok({ auditRecords: rows.map((row) => presentAuditRecord(row, personal)), ...page });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/audit/{id}',
    summary: 'Read an audit record',
    tag,
    scope: 'audit:read',
    params: { id: idSchema('auditRecord') },
    status: [200],
    response: z.object({ auditRecord: AuditRecord }),
    run: async ({ ctx, params: { id } }) => {
      const row = await loadAuditRecord(ctx, id);
      return ok({ auditRecord: presentAuditRecord(row, await readPersonalValues(ctx, [row])) });
    },
  }),
];
