import { LRUCache } from 'lru-cache';
import type { Parent } from './fence-slots.ts';

/** The properties of parents that were there once; whether they still are, a write of the transaction tells. */
const known = new LRUCache<string, string>({ max: 50_000, ttl: 3_600_000 });

/**
 * Gives the property that a property or a unit belongs to, which never changes: asked of the store the first time,
 * remembered for an hour. That the parent is still there is for the transaction to see.
 *
 * @param load throws when there is no such parent
 */
export async function recallProperty({ tenantId, id }: Parent, load: () => Promise<string>): Promise<string> {
  const key = `${tenantId}|${id}`;
  const recalled = known.get(key);
  if (recalled !== undefined) return recalled;
  const loaded = await load();
  // Only here: what is remembered must not outlive the rows of a closed fence, however often it is asked for.
  known.set(key, loaded);
  return loaded;
}
