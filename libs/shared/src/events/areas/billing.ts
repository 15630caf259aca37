import { z } from 'zod';

/** Events of the billing of tenants, as reported by the payments provider. */
export const billingEvents = {
  'pas.v1.billing.tenant.updated': z.object({
    aggregateVersion: z
      .int()
      .min(1)
      .describe('The version of the entity after the change; consumers ignore older ones.'),
    status: z.enum(['NONE', 'TRIALING', 'ACTIVE', 'PAST_DUE', 'CANCELED']),
  }),
} as const;
