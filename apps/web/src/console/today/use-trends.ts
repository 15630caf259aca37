import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Whole hours of some days until now, so that the query stays the same within one hour. */
function lastDays(days: number, interval: 'hour' | 'day') {
  const to = Math.ceil(Date.now() / hourMs) * hourMs;
  const time = (at: number): string => new Date(at).toISOString();
  return { from: time(to - days * dayMs), to: time(to), interval };
}

/** Figures of the past that change slowly: they are read again after five minutes. */
const staleTime = 300_000;

/** The hours of the last day, and of the seven before it to compare with. */
export const lastHours = 24;

/** The calls of the last eight days by the hour. */
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

/** The openings of doors of the last eight days by the hour. */
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

/** The invites of the last 30 days by the day, and how far they have come. */
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
