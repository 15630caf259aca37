import { z } from 'zod';
import type { CallLimits } from './live-calls.ts';

const Limit = z.coerce.number().int().min(1).max(1000);

/** The settings of the limits on calls that wait for an answer. */
export const limitFields = {
  CALLS_PER_UNIT: Limit.default(5).describe(
    'Calls that may wait for an answer at one unit at the same time. Further callers hear that all lines are busy.',
  ),
  CALLS_PER_NUMBER: Limit.default(50).describe(
    'Calls that may wait for an answer at one virtual number at the same time.',
  ),
  CALLS_PER_TENANT: Limit.default(200).describe(
    'Calls that may wait for an answer at all numbers of one tenant at the same time.',
  ),
};

const CallLimitSettings = z.object(limitFields);

/** Reads the limits from the settings. */
export const callLimitsOf = (settings: z.output<typeof CallLimitSettings>): CallLimits => ({
  perUnit: settings.CALLS_PER_UNIT,
  perNumber: settings.CALLS_PER_NUMBER,
  perTenant: settings.CALLS_PER_TENANT,
});
