import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Returns the last days in whole hours, so that the query stays the same for an hour. */
function lastDays(days: number, interval: 'hour' | 'day') {
  const to = Math.ceil(Date.now() / hourMs) * hourMs;
  const time = (at: number): string => new Date(at).toISOString();
  return { from: time(to - days * dayMs), to: time(to), interval };
}

/** Slowly changing figures of the past are read again after five minutes. */
const staleTime = 300_000;

/** Hours of the last day; the seven days before it are for comparison. */
export const lastHours = 24;

/** Reads the calls of the last eight days by hour. */
export function useCallHours() {
  const query = lastDays(8, 'hour');
  return useQuery({
    queryKey: ['analytics', 'calls', query.to],
    queryFn: () => read(api.GET('/api/admin/analytics/calls', { params: { query } })),
    staleTime,
    select: ({ analytics: { series, timeZone } }) => ({
      timeZone,
      points: series.map(({ at, total }) => ({ at, value: total })),
    }),
  });
}

/** Reads the door openings of the last eight days by hour. */
export function useOpeningHours() {
  const query = lastDays(8, 'hour');
  return useQuery({
    queryKey: ['analytics', 'access', query.to],
    queryFn: () => read(api.GET('/api/admin/analytics/access', { params: { query } })),
    staleTime,
    select: ({ analytics: { series, timeZone } }) => ({
      timeZone,
      points: series.map(({ at, granted }) => ({ at, value: granted })),
    }),
  });
}

/** Reads the invites of the last 30 days by day, with their progress. */
export function useOnboarding() {
  const query = lastDays(30, 'day');
  return useQuery({
    queryKey: ['analytics', 'onboarding', query.to],
    queryFn: () => read(api.GET('/api/admin/analytics/onboarding', { params: { query } })),
    staleTime,
    select: ({ analytics: { series, totals } }) => ({
      totals,
      created: series.map(({ at, created }) => ({ at, value: created })),
      accepted: series.map(({ at, accepted }) => ({ at, value: accepted })),
    }),
  });
}
