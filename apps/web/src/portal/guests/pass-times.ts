import { momentOf, wallTimeOf } from '../../zones/zoned-time.ts';
import type { Pass } from './pass.ts';

/** A choice of the times of a new pass: a number of hours, this night, or each Friday. */
export const timeChoices = ['2', '8', '72', 'tonight', 'FRI'] as const;
export type TimeChoice = (typeof timeChoices)[number];

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;

/** Time of day at which a night ends, in the building. */
const morning = '06:00';

/** Number of weeks for which a pass for each Friday is valid. */
export const recurringWeeks = 12;

/** Returns the next morning in the building, in milliseconds. Before the morning it is that of the same day. */
function nextMorning(at: number, timeZone: string): number {
  const [today = '', time = ''] = wallTimeOf(at, timeZone).split('T');
  if (time < morning) return momentOf(`${today}T${morning}`, timeZone);
  const tomorrow = new Date(Date.parse(`${today}T00:00Z`) + 24 * hourMs).toISOString().slice(0, 10);
  return momentOf(`${tomorrow}T${morning}`, timeZone);
}

function endOf(choice: TimeChoice, at: number, timeZone: string): number {
  if (choice === 'tonight') return nextMorning(at, timeZone);
  return choice === 'FRI' ? at + recurringWeeks * weekMs : at + Number(choice) * hourMs;
}

/** Returns the times of a new pass that begins now, as the API takes them. */
export function timesOf(choice: TimeChoice, at: number, timeZone: string) {
  return {
    startsAt: new Date(at).toISOString(),
    endsAt: new Date(endOf(choice, at, timeZone)).toISOString(),
    ...(choice === 'FRI' && { weekdays: [choice] }),
  };
}

type Weekday = NonNullable<Pass['weekdays']>[number];

/** Days from 2024-01-01 on, which was a Monday. */
const dates: Readonly<Record<Weekday, number>> = { MON: 1, TUE: 2, WED: 3, THU: 4, FRI: 5, SAT: 6, SUN: 7 };

/** Returns the names of days in a language: `Monday and Friday`. */
export function sayDays(language: string, days: readonly Weekday[]): string {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return new Intl.ListFormat(language).format(
    days.map((day) => format.format(Date.UTC(2024, 0, dates[day]))),
  );
}
