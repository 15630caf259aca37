import { keptChangesQuery, listEnvelope, pageQuery } from '@pas/platform/http/page';
import { ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { ReportStatus } from '@pas/shared/reports/report-fields';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { listReports } from './list-reports.ts';
import { loadReport } from './load-report.ts';
import { presentReport, Report, UpdateReport } from './report.schema.ts';
import { updateReport } from './update-report.ts';

const params = { id: idSchema('report') };
const response = z.object({ report: Report });

export const reportRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/reports',
    operationId: 'listReports',
    summary: 'List reports',
    description:
      'The problems that residents have reported, newest first. A caller restricted to some properties sees only theirs. Reports are kept for 400 days.',
    scope: 'users:read',
    query: {
      ...pageQuery(['createdAt', 'updatedAt']),
      ...keptChangesQuery,
      propertyId: idSchema('property').optional(),
      status: ReportStatus.optional(),
    },
    response: listEnvelope('reports', Report),
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listReports(ctx, query);
      return ok({ reports: rows.map(presentReport), ...page });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/reports/{id}',
    operationId: 'getReport',
    summary: 'Read a report',
    description: 'One report.',
    scope: 'users:read',
    params,
    response,
    run: async ({ ctx, params: { id } }) => ok({ report: presentReport(await loadReport(ctx, id)) }),
  }),
  defineRoute({
    method: 'patch',
    path: '/api/admin/reports/{id}',
    operationId: 'updateReport',
    summary: 'Close or reopen a report',
    description: 'Changes the status. DONE closes the report, and OPEN reopens it.',
    scope: 'users:write',
    params,
    body: UpdateReport,
    response,
    failures: [412],
    run: async ({ ctx, params: { id }, body, ifMatch }) =>
      ok({ report: presentReport(await updateReport(ctx, { id, ifMatch, patch: body })) }),
  }),
];
