import { Temporal } from 'temporal-polyfill';
import type { AccessPassRow } from '../models/access-pass.ts';

/** The days of a week as the API spells them, from Monday on. */
export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

/** When a pass holds. */
export type PassWindow = Pick<AccessPassRow, 'startsAt' | 'endsAt' | 'weekdays' | 'timeFrom' | 'timeTo'>;

/** Whether the moment is on a day of the pass, or of the day before for the second half of a night. */
function isOnDay({ weekdays: days }: PassWindow, dayOfWeek: number): boolean {
  const name = weekdays[(dayOfWeek + 6) % 7];
  return days.length === 0 || (name !== undefined && days.includes(name));
}

/** Whether a pass holds on some days or at some times of the day alone, by the clock of the property. */
export const hasDailyWindow = ({
  weekdays: days,
  timeFrom,
}: Pick<PassWindow, 'weekdays' | 'timeFrom'>): boolean => days.length > 0 || timeFrom !== null;

/**
 * Whether a pass holds at a moment: between its start and its end, and within its daily window by the clock on the wall
 * of the property. An hour that comes twice in autumn is within the window twice. Of a window that lies in the hour that
 * is skipped in spring nothing is left on that day. A window over midnight belongs to the day on which it begins.
 *
 * @param timeZone IANA, of the property
 */
export function isWithinWindow(pass: PassWindow, timeZone: string, now: Date): boolean {
  if (now < pass.startsAt || now >= pass.endsAt) return false;
  if (!hasDailyWindow(pass)) return true;
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const { dayOfWeek } = local;
  const { timeFrom, timeTo } = pass;
  if (timeFrom === null || timeTo === null) return isOnDay(pass, dayOfWeek);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  if (timeFrom < timeTo) return isOnDay(pass, dayOfWeek) && time >= timeFrom && time < timeTo;
  const sinceEvening = isOnDay(pass, dayOfWeek) && time >= timeFrom;
  const tillMorning = isOnDay(pass, dayOfWeek - 1) && time < timeTo;
  return sinceEvening || tillMorning;
}
