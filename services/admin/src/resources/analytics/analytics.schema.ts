import { Moment } from '@pas/platform/http/moment';
import { Timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { CallsByOutcome } from '../calls/call.schema.ts';
import { TimeZone } from '../entity.schema.ts';
import { maxDays, usualDays } from './settle-request.ts';
import { intervals } from './time-buckets.ts';

const Count = z.int().min(0);

const limits = intervals.map((interval) => `${maxDays[interval]} days by the ${interval}`).join(', ');

/** What every series can be asked. */
export const seriesQuery = {
  from: Moment.optional().meta({ description: `Inclusive; ${usualDays} days before \`to\` unless given.` }),
  to: Moment.optional().meta({ description: `Exclusive; now unless given. A period has at most ${limits}.` }),
  interval: z
    .enum(intervals)
    .default('day')
    .meta({ description: 'Weeks start on Monday; a day on which the clock is set has 23 or 25 hours.' }),
  timeZone: TimeZone.optional().meta({
    description: 'Whose hours, days and weeks; the tenant’s unless given.',
  }),
  propertyId: idSchema('property').optional(),
};

/** The envelope of a report. */
export function seriesOf<Figures extends z.ZodObject>(figures: Figures) {
  return z.object({
    analytics: z.object({
      from: Timestamp.meta({ description: 'The start of the period.' }),
      to: Timestamp.meta({ description: 'Its end, exclusive.' }),
      interval: z.enum(intervals),
      timeZone: z.string().meta({ example: 'America/New_York' }),
      series: z.array(
        figures.extend({ at: Timestamp.meta({ description: 'When the hour, day or week starts.' }) }),
      ),
      totals: figures,
    }),
  });
}

/** How far the invites of a period have come; each stage counts the same invites. */
export const OnboardingFigures = z
  .object({
    created: Count,
    dispatched: Count.meta({ description: 'Put on their way by e-mail or SMS.' }),
    delivered: Count.meta({
      description: 'With a receipt, or as a mail that hasn’t come back for ten minutes.',
    }),
    previewed: Count.meta({ description: 'Their page was opened.' }),
    accepted: Count,
  })
  .meta({ id: 'OnboardingFigures' });

/** The calls of a period and what became of them. */
export const CallFigures = z
  .object({
    total: Count,
    answered: Count,
    byOutcome: CallsByOutcome.meta({ description: 'A call that goes on has no outcome yet.' }),
    averageDurationSeconds: z.number().min(0).nullable().meta({
      description: 'Of the calls that have ended, one decimal; null where none has.',
    }),
  })
  .meta({ id: 'CallFigures' });

/** The decisions of a period about who is let in. */
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
