import { z } from 'zod';

/** API keys. */
export const keysEvents = {
  'pas.v1.keys.key.revoked': z.object({
    aggregateVersion: z
      .int()
      .min(1)
      .describe('The version of the entity after the change; consumers ignore older ones.'),
    keyId: z.string(),
  }),
} as const;
