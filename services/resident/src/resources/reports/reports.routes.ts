import type { Route } from '@pas/platform/http/define-route';
import { created } from '@pas/platform/http/reply';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { createReport } from './create-report.ts';
import { findHome } from './find-home.ts';
import { textSecrets } from './text-secrets.ts';
import type { ReportLimit } from './report-limit.ts';
import { CreateReport, OwnReport, presentOwnReport } from './report.schema.ts';

/** Dependencies of reports. */
export interface ReportDependencies {
  limit: ReportLimit;
}

/** Returns the route with which residents report problems. */
export function reportRoutes({ limit }: ReportDependencies): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/v1/me/reports',
      operationId: 'createReport',
      summary: 'Report a problem to my property manager',
      description:
        'Sends a problem with a door, a call or anything else to the property manager. A person with several homes names the one that the report is about. A person sends at most 20 reports in 24 hours. Reports are kept for 400 days. Send an `Idempotency-Key`, so that a repeat after a lost answer makes no second report.',
      scope: null,
      callers: 'resident',
      body: CreateReport,
      isKeyed: true,
      secrets: textSecrets,
      // With a faulty `unitId`, its schema has reported the problem already.
      check: ({ ctx, body, faulty }) => (faulty.has('unitId') ? undefined : findHome(ctx, body.unitId)),
      status: [201],
      response: z.object({ report: OwnReport }),
      failures: [404],
      codes: { 403: ['resident_former', 'resident_disabled'] },
      run: async ({ ctx, body }) =>
        created({ report: presentOwnReport(await createReport(ctx, limit, body)) }),
    }),
  ];
}
