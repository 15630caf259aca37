import { LRUCache } from 'lru-cache';
import { withoutDeadline } from '@pas/platform/deadline/deadline';
import { readTotals } from '@pas/platform/lists/row-totals';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { UnitModel } from '@pas/shared/models/unit';
import type { Model } from 'mongoose';
import { countStats, type StatsAnswer } from './count-stats.ts';

/** Counting this many rows takes the store long enough that one tenant's callers could delay the others. */
const largeUnits = 20_000;

/** How old the figures of a large tenant may be, in milliseconds. */
const keptMs = 15_000;

const kept = new LRUCache<string, StatsAnswer, OperationContext>({
  max: 500,
  ttl: keptMs,
  // Other requests wait for the same figures, so the deadline of the first one does not end them.
  fetchMethod: async (_key, _stale, { context }) => withoutDeadline(() => countStats(context)),
});

/** Callers who see the same rows share their figures. */
function keyOf({ tenantId, principal }: OperationContext): string {
  return [tenantId, ...(principal.propertyIds?.toSorted((a, b) => a.localeCompare(b)) ?? ['all'])].join('|');
}

/**
 * Reads the figures of a tenant. Those of a small one are counted for each request. Those of a tenant with 20,000 units
 * or more are counted once for all who ask at the same time, and kept for 15 seconds.
 */
export async function readStats(ctx: OperationContext): Promise<StatsAnswer> {
  const units = await readTotals({ model: UnitModel as unknown as Model<never>, tenantId: ctx.tenantId });
  if (units.rows < largeUnits) return countStats(ctx);
  return kept.forceFetch(keyOf(ctx), { context: ctx });
}
