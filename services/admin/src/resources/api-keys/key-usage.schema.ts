import { Moment } from '@pas/platform/http/moment';
import { Timestamp } from '@pas/platform/http/timestamp';
import { z } from 'zod';
import { maxDays, defaultDays } from '../analytics/resolve-request.ts';

export const usageIntervals = ['hour', 'day'] as const;

const limits = usageIntervals.map((interval) => `${maxDays[interval]} days by the ${interval}`).join(', ');

/** Query parameters of key usage. */
export const usageQuery = {
  from: Moment.optional().meta({
    description: `Inclusive, from the start of its hour. Default: ${defaultDays} days before \`to\`.`,
  }),
  to: Moment.optional().meta({ description: `Exclusive. Default: now. A period has at most ${limits}.` }),
  interval: z.enum(usageIntervals).default('day').meta({ description: 'Hours and days in UTC.' }),
};

const Count = z.int().min(0);

const counts = {
  requests: Count.meta({ description: 'All requests with the key, also the refused ones.' }),
  denied: Count.meta({ description: 'Requests that were answered 403.' }),
  limited: Count.meta({ description: 'Requests that were answered 429.' }),
};

/** Usage of a key, with its last request. */
export const KeyUsage = z
  .object({
    series: z.array(
      z.object({ at: Timestamp.meta({ description: 'The start of the hour or day.' }), ...counts }),
    ),
    totals: z.object(counts),
    lastUsedAt: Timestamp.nullable().meta({
      description: 'The time of the last use. At most one minute late.',
    }),
    lastAddress: z.string().nullable().meta({ example: '203.0.113.7' }),
    lastUserAgent: z.string().nullable().meta({ example: 'roster-sync/2.1' }),
  })
  .meta({ id: 'KeyUsage' });
