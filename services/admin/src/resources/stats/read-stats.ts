import { LRUCache } from 'lru-cache';
import { withoutDeadline } from '@pas/platform/deadline/deadline';
import { readTotals } from '@pas/platform/lists/row-totals';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { UnitModel } from '@pas/shared/models/unit';
import type { Model } from 'mongoose';
import { countStats, type StatsAnswer } from './count-stats.ts';

/** Threshold of a large tenant: counting its rows could delay other tenants. */
const largeUnits = 20_000;

/** Maximum age of a large tenant's figures, in milliseconds. */
const keptMs = 15_000;

const kept = new LRUCache<string, StatsAnswer, OperationContext>({
  max: 500,
  ttl: keptMs,
  // Other requests share the figures, so the first request's deadline does not end the count.
  fetchMethod: async (_key, _stale, { context }) => withoutDeadline(() => countStats(context)),
});

/** Returns the cache key: callers with the same reach share their figures. */
function keyOf({ tenantId, principal }: OperationContext): string {
  return [tenantId, ...(principal.propertyIds?.toSorted((a, b) => a.localeCompare(b)) ?? ['all'])].join('|');
}

/**
 * Reads the figures of a tenant. Small tenants are counted for each request. For tenants with 20,000 units or
 * more, concurrent requests share one count, which is cached for 15 seconds.
 */
export async function readStats(ctx: OperationContext): Promise<StatsAnswer> {
  const units = await readTotals({ model: UnitModel as unknown as Model<never>, tenantId: ctx.tenantId });
  if (units.rows < largeUnits) return countStats(ctx);
  return kept.forceFetch(keyOf(ctx), { context: ctx });
}
