import { z } from 'zod';

const aggregateVersion = z
  .int()
  .min(1)
  .describe('The version of the entity after the change; consumers ignore older ones.');

/** API keys. */
export const keysEvents = {
  'pas.v1.keys.key.revoked': z.object({ aggregateVersion, keyId: z.string() }),
  'pas.v1.keys.key.rotated': z.object({
    aggregateVersion,
    keyId: z.string().describe('The key that was rotated.'),
    successorId: z.string(),
    graceUntil: z.iso.datetime().describe('The rotated key works until this time.'),
  }),
  'pas.v1.keys.key.expiring': z.object({
    aggregateVersion,
    keyId: z.string(),
    expiresAt: z.iso.datetime(),
    daysLeft: z
      .union([z.literal(14), z.literal(1)])
      .describe('Which notice this is: the first one 14 days before the end, the last one 1 day before.'),
  }),
} as const;
