import { field, type RowOf } from '@pas/platform/mongo/fields';

/** The days of a week as the API spells them, in the order of `Date.getDay`. */
const daysFromSunday = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;
export type QuietDay = (typeof daysFromSunday)[number];

/** The days of a week as the API spells them, from Monday on. */
export const quietDays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const satisfies QuietDay[];

const quietHours = {
  /** The days on which the window begins. */
  weekdays: field.listOfChoices(...quietDays),
  /** `22:00`, in the time zone of the property. */
  from: field.text,
  /** Exclusive; before `from`: on the next day. */
  to: field.text,
};

/** Call settings of a resident. */
export const callSettingsFields = {
  /** False: calls to the home do not ring this resident. */
  ring: field.flag,
  quietHours: field.listOf(quietHours),
};
export type CallSettings = RowOf<typeof callSettingsFields>;

/** Default call settings of a resident. */
export const defaultCallSettings: CallSettings = { ring: true, quietHours: [] };

/** Returns the day and the local time of a moment in a time zone. */
function localTime(timeZone: string, at: Date): { day: number; time: string } {
  const options = {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  } as const;
  const parts = new Intl.DateTimeFormat('en-US', options).formatToParts(at);
  const partOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  const day = daysFromSunday.findIndex((name) => name === partOf('weekday').toUpperCase());
  return { day, time: `${partOf('hour')}:${partOf('minute')}` };
}

/**
 * Whether a moment is within the quiet hours of a resident, in the time zone of the property. Hours over midnight
 * belong to the day on which they begin.
 *
 * @param timeZone IANA, of the property
 */
export function isQuietAt({ quietHours: windows }: CallSettings, timeZone: string, at: Date): boolean {
  if (windows.length === 0) return false;
  const { day, time } = localTime(timeZone, at);
  const isOn = (weekdays: readonly QuietDay[], ofDay: number): boolean =>
    weekdays.some((name) => name === daysFromSunday[(ofDay + 7) % 7]);
  return windows.some(({ weekdays, from, to }) => {
    if (from < to) return isOn(weekdays, day) && time >= from && time < to;
    return (isOn(weekdays, day) && time >= from) || (isOn(weekdays, day - 1) && time < to);
  });
}
