import { z } from 'zod';

const withOffset = z.iso.datetime({
  offset: true,
  error: 'Expected a time with an offset, such as 2026-03-01T09:30:00Z.',
});

/** An offset whose `+` has arrived as a space, as it does in a query that isn't encoded. */
const lostPlus = / (?=\d\d:\d\d$)/;

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
  .meta({ override: { type: 'string', format: 'date-time' }, example: '2026-03-01T09:30:00Z' });
