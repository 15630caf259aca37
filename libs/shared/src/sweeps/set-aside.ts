import { LRUCache } from 'lru-cache';

/** Rows that a sweep could not store. They wait for their next try without blocking others. */
export interface SetAside {
  /** Number of waiting rows. */
  count(): number;
  has(id: string): boolean;
  /** Sets a failed row aside, for longer after each failure. */
  addFailed(id: string): void;
  /** Sets an unchanged row aside until the next round. */
  addUnchanged(id: string): void;
  remove(id: string): void;
  beginRound(): void;
}

/** Maximum number of rows that are set aside. The least recently tried are dropped first, and retried. */
const maxRows = 10_000;

/** The longest wait of a row, in milliseconds. */
const maxWaitMs = 15 * 60_000;

interface FailedRow {
  count: number;
  /** In milliseconds of `performance.now()`. */
  until: number;
}

/** @param firstWaitMs the wait after the first failure; it doubles with each further one */
export function createSetAside(firstWaitMs: number): SetAside {
  const failed = new LRUCache<string, FailedRow>({ max: maxRows });
  const unchanged = new LRUCache<string, true>({ max: maxRows });
  const isWaiting = (row: FailedRow | undefined): boolean =>
    row !== undefined && row.until > performance.now();
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
