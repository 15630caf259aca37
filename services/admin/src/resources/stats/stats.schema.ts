import { Timestamp } from '@pas/platform/http/timestamp';
import { z } from 'zod';
import { CallsByOutcome } from '../calls/call.schema.ts';

const Count = z.int().min(0);

/** The figures of a tenant at this moment. */
export const Stats = z
  .object({
    properties: Count,
    units: z.object({ total: Count, occupied: Count, vacant: Count }),
    residents: z.object({ active: Count, invited: Count }),
    invites: z.object({
      pending: Count,
      accepted: Count,
      expired: Count,
      acceptanceRate: z.number().min(0).max(1).nullable().meta({
        description:
          'Accepted invites, divided by accepted and expired invites together. Null if there are none.',
      }),
      medianHoursToAccept: z.number().min(0).nullable(),
    }),
    calls: z
      .object({ last24h: Count, byOutcome: CallsByOutcome })
      .meta({ description: 'The calls of the last 24 hours. A call that has not ended has no outcome.' }),
    access: z.object({ granted24h: Count, denied24h: Count }),
    devices: z.object({ active: Count }),
    virtualNumbers: z.object({ available: Count, assigned: Count }),
    environment: z.string().meta({ example: 'DEV' }),
    generatedAt: Timestamp,
  })
  .meta({ id: 'Stats' });
