import { momentOf } from '../../zones/zoned-time.ts';

const dayMs = 86_400_000;

/** Returns the moment at which a day such as `2027-02-28` ends in a time zone, as an ISO time. */
export function endOfDay(day: string, timeZone: string): string {
  const next = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
  return new Date(momentOf(next, timeZone)).toISOString();
}

const words = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** Returns a day such as `2027-02-28` in words: Feb 28, 2027. */
export const dayInWords = (day: string): string => words.format(new Date(day));
