import { LRUCache } from 'lru-cache';
import type { Parent } from './fence-slots.ts';

/** Parents that were there once; whether they still are, their fences tell. */
const known = new LRUCache<string, true>({ max: 50_000, ttl: 3_600_000 });

const keyOf = ({ tenantId, id }: Parent): string => `${tenantId}|${id}`;

/**
 * Makes sure that a parent was there once: asked of the store the first time, remembered then. That it is still there is
 * seen by `fenceParent` alone; what is remembered says only whose it is.
 *
 * @param load throws when there is no such parent
 */
export async function requireKnown(parent: Parent, load: () => Promise<unknown>): Promise<void> {
  const key = keyOf(parent);
  if (known.get(key)) return;
  await load();
  known.set(key, true);
}
