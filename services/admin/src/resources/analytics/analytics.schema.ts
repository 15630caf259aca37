import { Moment } from '@pas/platform/http/moment';
import { Timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { CallsByOutcome } from '../calls/call.schema.ts';
import { TimeZone } from '../entity.schema.ts';
import { maxDays, defaultDays } from './resolve-request.ts';
import { intervals } from './time-buckets.ts';

const Count = z.int().min(0);

const limits = intervals.map((interval) => `${maxDays[interval]} days by the ${interval}`).join(', ');

/** Query parameters of every series. */
export const seriesQuery = {
  from: Moment.optional().meta({ description: `Inclusive. Default: ${defaultDays} days before \`to\`.` }),
  to: Moment.optional().meta({ description: `Exclusive. Default: now. A period has at most ${limits}.` }),
  interval: z.enum(intervals).default('day').meta({
    description:
      'Weeks start on Monday. A day on which daylight saving time starts or ends has 23 or 25 hours.',
  }),
  timeZone: TimeZone.optional().meta({
    description: 'The time zone of the hours, days and weeks. Default: the time zone of the tenant.',
  }),
  propertyId: idSchema('property').optional(),
};

/** Returns the envelope of a report. */
export function seriesOf<Figures extends z.ZodObject>(figures: Figures) {
  return z.object({
    analytics: z.object({
      from: Timestamp.meta({ description: 'The start of the period.' }),
      to: Timestamp.meta({ description: 'The end of the period, exclusive.' }),
      interval: z.enum(intervals),
      timeZone: z.string().meta({ example: 'America/New_York' }),
      series: z.array(
        figures.extend({ at: Timestamp.meta({ description: 'The start of the hour, day or week.' }) }),
      ),
      totals: figures,
    }),
  });
}

/** Stages that the invites of a period have reached; each stage counts the same invites. */
export const OnboardingFigures = z
  .object({
    created: Count,
    dispatched: Count.meta({ description: 'Dispatched by e-mail or SMS.' }),
    delivered: Count.meta({
      description: 'With a delivery receipt, or with a mail that did not bounce within ten minutes.',
    }),
    previewed: Count.meta({ description: 'The page of the invite was opened.' }),
    accepted: Count,
  })
  .meta({ id: 'OnboardingFigures' });

/** Calls of a period, with their outcomes. */
export const CallFigures = z
  .object({
    total: Count,
    answered: Count,
    byOutcome: CallsByOutcome.meta({ description: 'A call that has not ended has no outcome yet.' }),
    averageDurationSeconds: z.number().min(0).nullable().meta({
      description: 'Average over the calls that have ended, with one decimal. Null if none has ended.',
    }),
  })
  .meta({ id: 'CallFigures' });

/** Access decisions of a period. */
export const AccessFigures = z
  .object({
    granted: Count,
    denied: Count,
    byMethod: z.object({ APP: Count, DTMF: Count, PIN: Count, STAFF: Count, LINK: Count }),
  })
  .meta({ id: 'AccessFigures' });

/** The totals of all reports. */
export const AllTotals = z
  .object({ calls: CallFigures, onboarding: OnboardingFigures, access: AccessFigures })
  .meta({ id: 'AnalyticsTotals' });
