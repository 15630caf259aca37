import { LRUCache } from 'lru-cache';
import type { Parent } from './fence-slots.ts';

/** How long a parent is remembered: much shorter than the rows of a closed fence are kept. */
const ttl = 3_600_000;

/** Gives the property that a parent belongs to; `load` throws when there is no such parent. */
type RecallProperty = (parent: Parent, load: () => Promise<string>) => Promise<string>;

/** Makes a cache of parents that existed once. */
export function createParentMemory(clock: { now(): number } = performance): RecallProperty {
  const known = new LRUCache<string, string>({ max: 50_000, ttl, ttlResolution: 0, perf: clock });
  return async ({ tenantId, id }, load) => {
    const key = `${tenantId}|${id}`;
    const recalled = known.get(key);
    if (recalled !== undefined) return recalled;
    const loaded = await load();
    // Only here: what is remembered must not outlive the rows of a closed fence, however often it is asked for.
    known.set(key, loaded);
    return loaded;
  };
}

/**
 * Gives the property that a property or a unit belongs to, which never changes: asked of the store the first time,
 * remembered for an hour. The transaction itself must check that the parent still exists.
 */
export const recallProperty = createParentMemory();
