import type { Entity } from '../api.ts';

/** A report of a resident in the Admin API. */
export type Report = Entity<'Report'>;

/** Words for the kinds of reports. */
export const kindWords: Readonly<Record<Report['kind'], string>> = {
  DOOR: 'Door',
  CALL: 'Call',
  OTHER: 'Other',
};

/** Words for the states of reports. */
export const statusWords: Readonly<Record<Report['status'], string>> = { OPEN: 'Open', DONE: 'Done' };

/** Characters of a report that a list shows. */
const shownLength = 90;

/** Returns the beginning of a report in one line. */
export function beginningOf({ text }: Pick<Report, 'text'>): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const characters = Array.from(line);
  return characters.length <= shownLength ? line : `${characters.slice(0, shownLength).join('').trimEnd()}…`;
}
