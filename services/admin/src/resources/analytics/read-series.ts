import type { OperationContext } from '@pas/shared/context/operation-context';
import { timestamp } from '@pas/platform/http/timestamp';
import { resolveRequest, type AnalyticsQuery } from './resolve-request.ts';
import { sumBuckets, totalOf, type Measure, type Sums } from './sum-rows.ts';

/** A measure with the presenter of its sums. */
export interface Report<Name extends string, Figures extends object> {
  measure: Measure<Name>;
  present: (sums: Sums<Name>) => Figures;
}

/**
 * Reads a report bucket by bucket, with its totals.
 *
 * @throws invalid for a period that is empty or too long for its interval
 */
export async function readSeries<Name extends string, Figures extends object>(
  ctx: OperationContext,
  { measure, present }: Report<Name, Figures>,
  query: AnalyticsQuery,
) {
  const resolved = await resolveRequest(ctx, query);
  const buckets = await sumBuckets(ctx, measure, { ...resolved, propertyId: query.propertyId });
  const { from, to, interval, timeZone } = resolved;
  return {
    from: timestamp(from),
    to: timestamp(to),
    interval,
    timeZone,
    series: buckets.map(({ at, sums }) => ({ at: timestamp(at), ...present(sums) })),
    totals: present(totalOf(measure, buckets)),
  };
}
