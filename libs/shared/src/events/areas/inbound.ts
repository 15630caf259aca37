import { z } from 'zod';

/** Events of received and stored webhooks. No event contains any part of a body. */
export const inboundEvents = {
  'pas.v1.inbound.receipt.stored': z.object({
    aggregateVersion: z.int().min(1).describe('Always 1: a receipt is stored once.'),
    receiptId: z.string().describe('The receipt of the webhook to process.'),
    provider: z.enum(['telephony-a', 'telephony-b', 'payments', 'identity']),
  }),
} as const;
