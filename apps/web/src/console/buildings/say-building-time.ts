import { hasOtherClock, ownZone } from '../../zones/zoned-time.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string, isNamed: boolean): Intl.DateTimeFormat {
  const key = `${timeZone} ${isNamed}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    ...(isNamed && { timeZoneName: 'shortGeneric' }),
  });
  formats.set(key, format);
  return format;
}

/** Returns a time of a building, with its zone where the person's clock differs: `Jun 5, 2026, 6:00 PM ET`. */
export const sayBuildingTime = (at: string, timeZone: string, own = ownZone): string =>
  formatOf(timeZone, hasOtherClock(Date.parse(at), timeZone, own)).format(new Date(at));
