import { z } from 'zod';
import { aggregateVersion } from '../aggregate-version.ts';

/** Events of the billing of tenants, as reported by the payments provider. */
export const billingEvents = {
  'pas.v1.billing.tenant.updated': z.object({
    aggregateVersion,
    status: z.enum(['NONE', 'TRIALING', 'ACTIVE', 'PAST_DUE', 'CANCELED']),
  }),
} as const;
