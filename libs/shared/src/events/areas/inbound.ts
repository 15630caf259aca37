import { z } from 'zod';

/** Webhooks that were received and stored. Nothing of their bodies is part of an event. */
export const inboundEvents = {
  'pas.v1.inbound.receipt.stored': z.object({
    aggregateVersion: z.int().min(1).describe('Always 1: a receipt is stored once.'),
    receiptId: z.string().describe('The receipt whose webhook is to be processed.'),
    provider: z.enum(['telephony-a', 'telephony-b', 'payments', 'identity']),
  }),
} as const;
