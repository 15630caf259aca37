import { z } from 'zod';
import { aggregateVersion } from '../aggregate-version.ts';

/** Events of API keys. */
export const keysEvents = {
  'pas.v1.keys.key.revoked': z.object({ aggregateVersion, keyId: z.string() }),
  'pas.v1.keys.key.rotated': z.object({
    aggregateVersion,
    keyId: z.string().describe('The key that was rotated.'),
    successorId: z.string(),
    graceUntil: z.iso.datetime().describe('The rotated key works until this time.'),
  }),
  'pas.v1.keys.key.leaked': z.object({ aggregateVersion, keyId: z.string() }),
  'pas.v1.keys.key.expiring': z.object({
    aggregateVersion,
    keyId: z.string(),
    expiresAt: z.iso.datetime(),
    daysLeft: z
      .union([z.literal(14), z.literal(1)])
      .describe('Days before the end: 14 for the first notice, 1 for the last.'),
  }),
} as const;
