import type { OperationContext } from '@pas/shared/context/operation-context';
import type { FieldProblem } from '@pas/platform/errors/fault';
import { invalid } from '@pas/platform/errors/raise';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import type { Cut, Interval, Period } from './time-buckets.ts';

/** What a series is asked for; what isn't said is settled by `settleRequest`. */
export interface AnalyticsQuery {
  from?: Date | undefined;
  to?: Date | undefined;
  interval: Interval;
  timeZone?: string | undefined;
  propertyId?: string | undefined;
}

const dayMs = 24 * 3_600_000;

/** How long a period may be in each interval, in days: some hundred points are what a chart can show. */
export const maxDays: Readonly<Record<Interval, number>> = { hour: 31, day: 366, week: 731 };

/** The days that a series shows unless told otherwise. */
export const usualDays = 30;

const [earliest, latest] = [new Date('1970-01-01T00:00:00Z'), new Date('9999-01-01T00:00:00Z')];

const problem = (path: string, message: string): FieldProblem => ({ path, code: 'out_of_range', message });

function findProblem({ from, to }: Period, interval: Interval): FieldProblem | null {
  if (from < earliest) return problem('from', 'from: Nothing was recorded before 1970.');
  if (to > latest) return problem('to', 'to: Use a time before the year 9999.');
  if (from >= to) return problem('to', 'to: Use a time after from.');
  const days = maxDays[interval];
  if (to.getTime() - from.getTime() <= days * dayMs) return null;
  const way = interval === 'week' ? 'Ask for less at once' : 'Ask for less at once, or for a longer interval';
  return problem('from', `from: By the ${interval}, a period has at most ${days} days. ${way}.`);
}

/** The last days before a moment. */
export function daysUntil(to: Date, days = usualDays): Period {
  return { from: new Date(to.getTime() - days * dayMs), to };
}

/**
 * Settles what a series shows: the last 30 days by the tenant's clock, unless told otherwise.
 *
 * @throws invalid for a period that is empty, or too long for its interval
 */
export async function settleRequest(ctx: OperationContext, query: AnalyticsQuery): Promise<Period & Cut> {
  const { interval } = query;
  const until = daysUntil(query.to ?? ctx.now);
  const period = { ...until, from: query.from ?? until.from };
  const found = findProblem(period, interval);
  if (found) throw invalid([found]);
  const timeZone = query.timeZone ?? (await readTenant(ctx.tenantId)).settings.timeZone;
  return { ...period, interval, timeZone };
}
