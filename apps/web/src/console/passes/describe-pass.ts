import type { Entity } from '../api.ts';

/** A pass: who gets in without living there. */
export type Pass = Entity<'Pass'>;

/** The kinds of passes, in words. */
export const kindWords: Readonly<Record<Pass['kind'], string>> = {
  GUEST: 'Guest',
  CARRIER: 'Carrier',
  VENDOR: 'Vendor',
  TOUR: 'Tour',
};

/** Whom a pass is for. */
export const holdersOf = ({ holders }: Pass): string =>
  holders.map(({ name }) => name ?? 'Without a name').join(', ') || 'Without a name';

const days = { MON: 'Mon', TUE: 'Tue', WED: 'Wed', THU: 'Thu', FRI: 'Fri', SAT: 'Sat', SUN: 'Sun' } as const;

/** The days and hours of a pass, in the building's time. */
export function timesOf({
  weekdays,
  timeFrom,
  timeTo,
}: Pick<Pass, 'weekdays' | 'timeFrom' | 'timeTo'>): string {
  const on = weekdays === null ? 'Every day' : weekdays.map((day) => days[day]).join(', ');
  return timeFrom === null || timeTo === null ? on : `${on}, ${timeFrom}–${timeTo}`;
}
