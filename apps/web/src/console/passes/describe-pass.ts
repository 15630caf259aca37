import type { Entity } from '../api.ts';

/** A pass: access for people who do not live in the building. */
export type Pass = Entity<'Pass'>;

/** Words for the kinds of passes. */
export const kindWords: Readonly<Record<Pass['kind'], string>> = {
  GUEST: 'Guest',
  CARRIER: 'Carrier',
  VENDOR: 'Vendor',
  TOUR: 'Tour',
};

/** Returns the names of a pass's holders. */
export const holdersOf = ({ holders }: Pass): string =>
  holders.map(({ name }) => name ?? 'Unnamed').join(', ') || 'Unnamed';

const days = { MON: 'Mon', TUE: 'Tue', WED: 'Wed', THU: 'Thu', FRI: 'Fri', SAT: 'Sat', SUN: 'Sun' } as const;

/** Returns the days and hours of a pass, in the building's time zone. */
export function timesOf({
  weekdays,
  timeFrom,
  timeTo,
}: Pick<Pass, 'weekdays' | 'timeFrom' | 'timeTo'>): string {
  const on = weekdays === null ? 'Every day' : weekdays.map((day) => days[day]).join(', ');
  return timeFrom === null || timeTo === null ? on : `${on}, ${timeFrom}–${timeTo}`;
}
