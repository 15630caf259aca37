import type { SearchState } from '../list/use-search-state.ts';

const hourMs = 3_600_000;

/** Words for the periods by their names in the address. */
export const periodWords = { day: 'Last 24 hours', week: 'Last 7 days' };

/** Lengths of the periods by their name in the address, in hours. */
const hours: Readonly<Record<string, number>> = { day: 24, week: 7 * 24 };

/** Converts the `period` of the address, which ends now, to the time `from`. Days have priority. */
export function withPeriod({ period, ...others }: SearchState, now: number): SearchState {
  const length = hours[period ?? ''];
  if (length === undefined || others['from'] !== undefined || others['to'] !== undefined) return others;
  return { ...others, from: new Date(now - length * hourMs).toISOString() };
}
