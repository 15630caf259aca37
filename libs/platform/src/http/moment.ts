import { z } from 'zod';

const withOffset = z.iso.datetime({
  offset: true,
  error: 'Expected a time with an offset, such as 2026-03-01T09:30:00Z.',
});

/** An offset whose `+` has arrived as a space, as it does in a query that isn't encoded. */
const lostPlus = / (?=\d\d:\d\d$)/;

/** The moments that have a year of four digits in UTC, which is how they are shown (ISO 8601). */
const [earliest, latest] = [Date.parse('0000-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')];

const isShowable = (moment: Date): boolean => moment.getTime() >= earliest && moment.getTime() <= latest;

/**
 * A moment as it comes in: RFC 3339 with any offset, its letters in either case (section 5.6). One without an offset
 * names no moment and is refused. A space before an offset is read as the `+` that it was.
 */
export const Moment = z
  .string()
  .overwrite((text) => text.replace(lostPlus, '+'))
  .toUpperCase()
  .pipe(withOffset)
  .transform((text) => new Date(text))
  .refine(isShowable, 'Expected a time before the year 10000 in UTC.')
  .meta({ override: { type: 'string', format: 'date-time' }, example: '2026-03-01T09:30:00Z' });
