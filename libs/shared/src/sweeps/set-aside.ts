import { LRUCache } from 'lru-cache';

/** Rows that a sweep could not store. They wait for their next try, and take no place of others meanwhile. */
export interface SetAside {
  /** How many rows wait. */
  count(): number;
  has(id: string): boolean;
  /** Sets a row aside that has failed: for longer after each failure. */
  addFailed(id: string): void;
  /** Sets a row aside of which nothing was to be stored, until the next round. */
  addUnchanged(id: string): void;
  remove(id: string): void;
  beginRound(): void;
}

/** Rows that are set aside at once. The least recently tried are forgotten first, and are tried again then. */
const maxRows = 10_000;

/** The longest wait of a row, in milliseconds. */
const maxWaitMs = 15 * 60_000;

interface Failed {
  count: number;
  /** In milliseconds of `performance.now()`. */
  until: number;
}

/** @param firstWaitMs the wait after the first failure; it doubles with each further one */
export function createSetAside(firstWaitMs: number): SetAside {
  const failed = new LRUCache<string, Failed>({ max: maxRows });
  const unchanged = new LRUCache<string, true>({ max: maxRows });
  const isWaiting = (row: Failed | undefined): boolean => row !== undefined && row.until > performance.now();
  return {
    count: () => unchanged.size + [...failed.values()].filter(isWaiting).length,
    has: (id) => unchanged.has(id) || isWaiting(failed.peek(id)),
    addFailed(id) {
      const count = (failed.peek(id)?.count ?? 0) + 1;
      const waitMs = Math.min(maxWaitMs, firstWaitMs * 2 ** (count - 1));
      failed.set(id, { count, until: performance.now() + waitMs });
    },
    addUnchanged: (id) => void unchanged.set(id, true),
    remove: (id) => void failed.delete(id),
    beginRound: () => unchanged.clear(),
  };
}
