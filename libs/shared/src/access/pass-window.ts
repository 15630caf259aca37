import { Temporal } from 'temporal-polyfill';
import type { AccessPassRow } from '../models/access-pass.ts';

/** The days of a week as the API spells them, from Monday on. */
export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

/** Validity of a pass. */
export type PassWindow = Pick<AccessPassRow, 'startsAt' | 'endsAt' | 'weekdays' | 'timeFrom' | 'timeTo'>;

/** Whether a pass includes the day of the week. After midnight, callers pass the day before. */
function isOnDay({ weekdays: days }: PassWindow, dayOfWeek: number): boolean {
  const name = weekdays[(dayOfWeek + 6) % 7];
  return days.length === 0 || (name !== undefined && days.includes(name));
}

/** Whether a pass is limited to some days or times of day, in the time zone of the property. */
export const hasDailyWindow = ({
  weekdays: days,
  timeFrom,
}: Pick<PassWindow, 'weekdays' | 'timeFrom'>): boolean => days.length > 0 || timeFrom !== null;

/**
 * Whether a pass is valid at a moment. It must be between its start and end, and within its daily window in local
 * time. An hour that occurs twice in autumn is within the window twice. A window inside the hour skipped in spring
 * does not occur on that day. A window over midnight belongs to the day on which it begins.
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
