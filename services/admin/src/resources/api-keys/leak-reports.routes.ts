import type { Route } from '@pas/platform/http/define-route';
import { accepted } from '@pas/platform/http/reply';
import { definePublicRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { LeakReceipt, ReportLeakedKeys } from './leak-report.schema.ts';
import type { ApiKeys } from './api-keys.ts';
import { reportLeakedKeys } from './report-leaked-keys.ts';

/** Returns the route for secret scanners. It is open: a token itself is the proof of its leak. */
export function leakReportRoutes(apiKeys: ApiKeys): Route[] {
  return [
    definePublicRoute({
      method: 'post',
      path: '/api/admin/api-keys/leak-reports',
      operationId: 'reportLeakedKeys',
      summary: 'Report API keys that are public',
      description:
        'For secret scanners. No credentials are needed: the whole token is the proof. A live key is revoked, or only marked if its tenant chose NOTIFY (`settings.leakedKeys`). The audit records the report, and the event `key.leaked` and a mail announce it. All other tokens have no effect. The answer and its time are equal for all tokens. A repeated report has no further effect. At most 100 calls per network in ten minutes. Scanners find tokens by the regular expression `\\bpas_(live|stg|test|dev)_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}\\b`. The last six characters are the CRC-32 of all before, in base 62.',
      scope: null,
      isKeyed: false,
      body: ReportLeakedKeys,
      status: [202],
      response: z.object({ leakReport: LeakReceipt }),
      run: async ({ ctx, body: { reports } }) =>
        accepted({ leakReport: await reportLeakedKeys(ctx, apiKeys, reports) }),
    }),
  ];
}
