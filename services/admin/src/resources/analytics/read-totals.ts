import type { OperationContext } from '@pas/shared/context/operation-context';
import type { z } from 'zod';
import type { AllTotals } from './analytics.schema.ts';
import type { Report } from './read-series.ts';
import { accessReport } from './report-access.ts';
import { callReport } from './report-calls.ts';
import { onboardingReport } from './report-onboarding.ts';
import { daysUntil } from './resolve-request.ts';
import { sumPeriod } from './sum-rows.ts';

/** Reads the totals of every report over the last 30 days. */
export async function readTotals(ctx: OperationContext): Promise<z.input<typeof AllTotals>> {
  const read = async <Name extends string, Figures extends object>(report: Report<Name, Figures>) =>
    report.present(await sumPeriod(ctx, report.measure, daysUntil(ctx.now)));
  const [calls, onboarding, access] = await Promise.all([
    read(callReport),
    read(onboardingReport(ctx.now)),
    read(accessReport),
  ]);
  return { calls, onboarding, access };
}
