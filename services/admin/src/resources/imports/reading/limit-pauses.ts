import { LRUCache } from 'lru-cache';

/**
 * The pause after the first file that hit a limit, and the maximum, in milliseconds. Each further file
 * doubles it.
 */
const [firstMs, longestMs] = [10_000, 600_000];

/** Period for which a file counts, in milliseconds: an hour. */
const countedMs = 3_600_000;

/** Pauses of tenants whose files hit limits. */
export interface LimitPauses {
  /** Returns the remaining pause of a tenant, in milliseconds. */
  leftMs(tenantId: string): number;
  /** Starts a pause for a tenant, longer each time. */
  extend(tenantId: string): void;
}

/** Creates the pauses of one process. */
export function createLimitPauses(): LimitPauses {
  const pauses = new LRUCache<string, { count: number; until: number }>({ max: 10_000, ttl: countedMs });
  return {
    leftMs: (tenantId) => Math.max(0, (pauses.get(tenantId)?.until ?? 0) - Date.now()),
    extend(tenantId) {
      const count = (pauses.get(tenantId)?.count ?? 0) + 1;
      const ms = Math.min(longestMs, firstMs * 2 ** (count - 1));
      pauses.set(tenantId, { count, until: Date.now() + ms });
    },
  };
}
