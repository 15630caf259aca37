import { z } from 'zod';

const withOffset = z.iso.datetime({
  offset: true,
  error: 'Expected a time with an offset, such as 2026-03-01T09:30:00Z.',
});

/** A space in place of the `+` of an offset: a query without percent-encoding turns `+` into a space. */
const lostPlus = / (?=\d\d:\d\d$)/;

/** The first and last moment with a year of four digits in UTC, the form of the answers (ISO 8601). */
const [earliest, latest] = [Date.parse('0000-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')];

const isShowable = (moment: Date): boolean => moment.getTime() >= earliest && moment.getTime() <= latest;

/**
 * A moment in a request: RFC 3339 with any offset, its letters in either case (section 5.6). A time without an offset
 * is refused. A space before an offset counts as a `+`.
 */
export const Moment = z
  .string()
  .overwrite((text) => text.replace(lostPlus, '+'))
  .toUpperCase()
  .pipe(withOffset)
  .transform((text) => new Date(text))
  .refine(isShowable, 'Expected a time before the year 10000 in UTC.')
  .meta({ override: { type: 'string', format: 'date-time' }, example: '2026-03-01T09:30:00Z' });
