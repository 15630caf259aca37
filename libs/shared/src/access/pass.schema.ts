import { whenValid } from '@pas/platform/http/valid-fields';
import { Moment } from '@pas/platform/http/moment';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { z } from 'zod';
import { idSchema } from '../ids/id.ts';
import type { AccessPassRow } from '../models/access-pass.ts';
import type { PassLinks } from './pass-links.ts';
import { weekdays } from './pass-window.ts';

const Weekday = z.enum(weekdays);
const TimeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Expected a time of day such as 22:00.')
  .meta({ example: '22:00' });

/** A pass as its owner sees it. */
export const AccessPass = z
  .object({
    id: idSchema('accessPass'),
    propertyId: idSchema('property'),
    accessPointIds: z.array(idSchema('accessPoint')).meta({ description: 'The doors that it opens.' }),
    guestName: z.string().nullable().meta({ example: 'Sam' }),
    startsAt: Timestamp,
    endsAt: Timestamp.meta({ description: 'Exclusive.' }),
    weekdays: z
      .array(Weekday)
      .nullable()
      .meta({ description: 'The days on which it is valid. Null: every day.' }),
    timeFrom: z.string().nullable().meta({
      description: 'The start of the daily window, in the local time of the property.',
      example: '09:00',
    }),
    timeTo: z.string().nullable().meta({
      description: 'The end of the daily window, exclusive. Before `timeFrom`: it ends on the next day.',
      example: '17:00',
    }),
    maxUses: z.int().nullable(),
    uses: z.int().meta({ description: 'Number of times that it has opened a door.' }),
    url: z.string().meta({
      description: 'The page of the guest. Everybody with this address can use the pass.',
      example: 'https://portal.example/pass/Zk2…',
    }),
    pin: z.string().nullable().meta({
      description: 'Six digits for the keypads of the doors. Only the answer to the creation shows it.',
      example: '482913',
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int().min(1).meta({ description: 'Grows by 1 with each change. Also the ETag.' }),
  })
  .meta({ id: 'AccessPass' });

/** Fields of a new pass of a resident or staff. */
export const passFields = {
  accessPointIds: z
    .array(idSchema('accessPoint'))
    .min(1, 'Name at least one door.')
    .max(20, 'Name at most 20 doors.')
    .refine((ids) => new Set(ids).size === ids.length, 'Name each door once.')
    .meta({ description: 'The doors, all of one property.' }),
  startsAt: Moment,
  endsAt: Moment.meta({
    description: 'Exclusive.',
    override: { type: 'string', format: 'date-time' },
    example: '2099-06-08T00:00:00-04:00',
  }),
  weekdays: z
    .array(Weekday)
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length, 'Name each day once.')
    .nullable()
    .optional()
    .meta({ description: 'The days on which the pass is valid. Default: every day.' }),
  timeFrom: TimeOfDay.nullable().optional().meta({
    description: 'The start of a daily window, in the local time of the property. Send it with `timeTo`.',
  }),
  timeTo: TimeOfDay.nullable().optional().meta({
    description: 'The end of the daily window, exclusive. Before `timeFrom`: it ends on the next day.',
  }),
  maxUses: z
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .optional()
    .meta({ description: 'Default: no limit.', example: 3 }),
};

interface Times {
  startsAt?: Date;
  endsAt?: Date;
  timeFrom?: string | null | undefined;
  timeTo?: string | null | undefined;
}

/** A problem of the times of a pass, with the field to correct. */
interface TimesProblem {
  path: 'endsAt' | 'timeFrom' | 'timeTo';
  code: 'ends_before_start' | 'invalid_value' | 'required';
  message: string;
}

/** Returns the problem of a pass that ends before it starts; null if there is none. */
export function endProblem({ startsAt, endsAt }: Times): TimesProblem | null {
  if (!startsAt || !endsAt || endsAt > startsAt) return null;
  return { path: 'endsAt', code: 'ends_before_start', message: 'The pass must end after it starts.' };
}

/** Returns the problem of an empty or half daily window; null if there is none. */
export function windowProblem({ timeFrom = null, timeTo = null }: Times): TimesProblem | null {
  if (timeFrom === timeTo)
    return timeFrom === null
      ? null
      : { path: 'timeTo', code: 'invalid_value', message: 'The window must not be empty.' };
  if (timeFrom !== null && timeTo !== null) return null;
  const path = timeFrom === null ? 'timeFrom' : 'timeTo';
  return { path, code: 'required', message: 'Send timeFrom and timeTo together.' };
}

/** Reports a problem of the times to a schema. */
function report(problem: TimesProblem | null, context: z.RefinementCtx): void {
  if (!problem) return;
  const { path, code, message } = problem;
  context.addIssue({ code: 'custom', path: [path], message, params: { code } });
}

/** Adds the rules about the times of a pass to a schema with `passFields`. */
export function withValidTimes<Schema extends z.ZodObject<typeof passFields & z.core.$ZodLooseShape>>(
  schema: Schema,
): Schema {
  return schema
    .superRefine((input, context) => report(endProblem(input), context), {
      when: whenValid('startsAt', 'endsAt'),
    })
    .superRefine((input, context) => report(windowProblem(input), context), {
      when: whenValid('timeFrom', 'timeTo'),
    });
}

/** Presents a pass to its owner; the answer's schema removes undeclared fields. Only the answer to the creation includes the PIN. */
export function presentPass(
  row: AccessPassRow,
  links: PassLinks,
  { withPin = false }: { withPin?: boolean } = {},
): z.input<typeof AccessPass> {
  const { tokenHash: _hash, pinKeys: _pins, ...shown } = row;
  return {
    ...shown,
    id: row._id,
    startsAt: timestamp(row.startsAt),
    endsAt: timestamp(row.endsAt),
    weekdays: row.weekdays.length === 0 ? null : row.weekdays,
    url: links.urlOf(row),
    pin: withPin ? links.pinOf(row) : null,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}
