import { LRUCache } from 'lru-cache';
import type { Parent } from './fence-slots.ts';

/** Lifetime of a cached parent, in milliseconds. It is much shorter than that of the rows of a closed fence. */
const ttl = 3_600_000;

/** Returns the property of a parent; `load` throws for a missing parent. */
type RecallProperty = (parent: Parent, load: () => Promise<string>) => Promise<string>;

/** Makes a cache of parents that existed once. */
export function createParentMemory(clock: { now(): number } = performance): RecallProperty {
  const known = new LRUCache<string, string>({ max: 50_000, ttl, ttlResolution: 0, perf: clock });
  return async ({ tenantId, id }, load) => {
    const key = `${tenantId}|${id}`;
    const recalled = known.get(key);
    if (recalled !== undefined) return recalled;
    const loaded = await load();
    // Reads do not extend the lifetime: an entry must not outlive the rows of a closed fence.
    known.set(key, loaded);
    return loaded;
  };
}

/**
 * Returns the property of a property or unit, which never changes. The store is read once, and the result is cached
 * for an hour. The transaction itself must check that the parent still exists.
 */
export const recallProperty = createParentMemory();
