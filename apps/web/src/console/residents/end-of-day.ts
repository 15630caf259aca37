const dayMs = 86_400_000;

/** Returns the offset of a time zone from UTC at a moment, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  );
  return wall - at;
}

/**
 * Returns the moment at which a day such as `2027-02-28` ends in a time zone, as an ISO time. A second look at the
 * offset corrects the first one on days with a change of the clocks.
 */
export function endOfDay(day: string, timeZone: string): string {
  const wall = Date.parse(`${day}T00:00:00Z`) + dayMs;
  const first = wall - offsetAt(wall, timeZone);
  return new Date(wall - offsetAt(first, timeZone)).toISOString();
}

const words = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** Returns a day such as `2027-02-28` in words: Feb 28, 2027. */
export const dayInWords = (day: string): string => words.format(new Date(day));
