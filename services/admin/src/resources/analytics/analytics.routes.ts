import { defineRoute } from '@pas/shared/routes/define-route';
import { ok } from '@pas/platform/http/reply';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { z } from 'zod';
import {
  AccessFigures,
  AllTotals,
  CallFigures,
  OnboardingFigures,
  seriesOf,
  seriesQuery,
} from './analytics.schema.ts';
import { readSeries } from './read-series.ts';
import { readTotals } from './read-totals.ts';
import { resolvePeriod, type AnalyticsQuery } from './resolve-request.ts';
import { accessReport } from './report-access.ts';
import { callReport } from './report-calls.ts';
import { onboardingReport } from './report-onboarding.ts';

const scope = 'analytics:read';

interface ValidQuery {
  ctx: OperationContext;
  query: Partial<AnalyticsQuery>;
  faulty: ReadonlySet<string>;
}

/** Checks the period of a query when other parameters have problems. */
const check = async ({ ctx, query, faulty }: ValidQuery): Promise<void> => {
  // A period without a valid end has no length to check.
  if (!faulty.has('to')) await resolvePeriod(ctx, query);
};

export const analyticsRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/analytics',
    operationId: 'getAnalytics',
    summary: 'Read the totals of the last 30 days',
    description: 'The totals of calls, onboarding and access of the last 30 days.',
    scope,
    isExpensive: true,
    response: z.object({ analytics: z.object({ totals: AllTotals }) }),
    run: async ({ ctx }) => ok({ analytics: { totals: await readTotals(ctx) } }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/analytics/calls',
    operationId: 'getCallAnalytics',
    summary: 'Read the number of calls over time, by outcome',
    description: 'Each call counts in the interval in which it started.',
    scope,
    isExpensive: true,
    query: seriesQuery,
    response: seriesOf(CallFigures),
    check,
    run: async ({ ctx, query }) => ok({ analytics: await readSeries(ctx, callReport, query) }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/analytics/access',
    operationId: 'getAccessAnalytics',
    summary: 'Read the number of granted and denied decisions over time',
    description: 'Each decision counts in the interval in which it was made.',
    scope,
    isExpensive: true,
    query: seriesQuery,
    response: seriesOf(AccessFigures),
    check,
    run: async ({ ctx, query }) => ok({ analytics: await readSeries(ctx, accessReport, query) }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/analytics/onboarding',
    operationId: 'getOnboardingAnalytics',
    summary: 'Read the onboarding funnel over time',
    description:
      'Each invite counts in the interval of its creation, once for every stage that it has reached. The stages are created, dispatched, delivered, previewed and accepted.',
    scope,
    isExpensive: true,
    query: seriesQuery,
    response: seriesOf(OnboardingFigures),
    check,
    run: async ({ ctx, query }) => ok({ analytics: await readSeries(ctx, onboardingReport(ctx.now), query) }),
  }),
];
