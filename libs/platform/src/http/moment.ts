import { z } from 'zod';

const withOffset = z.iso.datetime({
  offset: true,
  error: 'Expected a time with an offset, such as 2026-03-01T09:30:00Z.',
});

/**
 * A moment as it comes in: RFC 3339 with any offset, its letters in either case (section 5.6). One without an offset
 * names no moment and is refused.
 */
export const Moment = z
  .string()
  .toUpperCase()
  .pipe(withOffset)
  .transform((text) => new Date(text))
  .meta({ override: { type: 'string', format: 'date-time' }, example: '2026-03-01T09:30:00Z' });
