import type { OperationContext } from '@pas/shared/context/operation-context';
import { checkAll } from '@pas/platform/errors/check-all';
import type { Fault } from '@pas/platform/errors/fault';
import { invalidField } from '@pas/shared/errors/raise';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import type { Cut, Interval, Period } from './time-buckets.ts';

/** The request of a series; `resolveRequest` adds the defaults. */
export interface AnalyticsQuery {
  from?: Date | undefined;
  to?: Date | undefined;
  interval: Interval;
  timeZone?: string | undefined;
  propertyId?: string | undefined;
}

const dayMs = 24 * 3_600_000;

/** The maximum period of each interval, in days: a chart can show some hundred points. */
export const maxDays: Readonly<Record<Interval, number>> = { hour: 31, day: 366, week: 731 };

/** The default period, in days. */
export const defaultDays = 30;

const [earliest, latest] = [new Date('1970-01-01T00:00:00Z'), new Date('9999-01-01T00:00:00Z')];

const outOfRange = (path: string, message: string): Fault =>
  invalidField(path, 'out_of_range', `${path}: ${message}`);

function requireLength({ from, to }: Period, interval: Interval | undefined): void {
  if (interval === undefined) return;
  const days = maxDays[interval];
  if (to.getTime() - from.getTime() <= days * dayMs) return;
  const way =
    interval === 'week' ? 'Ask for a shorter period' : 'Ask for a shorter period, or for a longer interval';
  throw outOfRange('from', `With the interval ${interval}, a period has at most ${days} days. ${way}.`);
}

function requireOrder({ from, to }: Period, sent: Pick<AnalyticsQuery, 'to'>): void {
  if (from < to) return;
  throw sent.to ? outOfRange('to', 'Use a time after from.') : outOfRange('from', 'Use a time before now.');
}

/** Returns the last days before a given time. */
export function daysUntil(to: Date, days = defaultDays): Period {
  return { from: new Date(to.getTime() - days * dayMs), to };
}

type PeriodRequest = Pick<AnalyticsQuery, 'from' | 'to'> & Partial<Pick<AnalyticsQuery, 'interval'>>;

/**
 * Resolves the period of a series. The default is the last 30 days.
 *
 * @throws invalid for ends before 1970 or after 9999, and for a period that is empty or too long for its
 * interval
 */
export async function resolvePeriod(ctx: OperationContext, asked: PeriodRequest): Promise<Period> {
  const until = daysUntil(asked.to ?? ctx.now);
  const period = { ...until, from: asked.from ?? until.from };
  await checkAll(
    () => {
      if (period.from < earliest) throw outOfRange('from', 'Nothing was recorded before 1970.');
      requireLength(period, asked.interval);
    },
    () => {
      if (period.to > latest) throw outOfRange('to', 'Use a time before the year 9999.');
      requireOrder(period, asked);
    },
  );
  return period;
}

/**
 * Resolves period, interval and time zone of a series. The default is the last 30 days in the tenant's time
 * zone.
 *
 * @throws as `resolvePeriod`
 */
export async function resolveRequest(ctx: OperationContext, query: AnalyticsQuery): Promise<Period & Cut> {
  const period = await resolvePeriod(ctx, query);
  const timeZone = query.timeZone ?? (await readTenant(ctx.tenantId)).settings.timeZone;
  return { ...period, interval: query.interval, timeZone };
}
