import type { OperationContext } from '@pas/shared/context/operation-context';
import type { z } from 'zod';
import type { AllTotals } from './analytics.schema.ts';
import { onboardingReport } from './report-onboarding.ts';
import { daysUntil } from './settle-request.ts';
import { sumPeriod } from './sum-rows.ts';

/** Reads the totals of every report over the last 30 days. */
export async function readTotals(ctx: OperationContext): Promise<z.input<typeof AllTotals>> {
  const { measure, present } = onboardingReport(ctx.now);
  const onboarding = await sumPeriod(ctx, measure, daysUntil(ctx.now));
  return { onboarding: present(onboarding) };
}
