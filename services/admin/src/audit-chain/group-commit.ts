import { isInfrastructureError } from '@pas/shared/events/retry-later';

/** Takes one item; returns when the batch that it went into is committed. */
export type Submit<Item> = (key: string, item: Item) => Promise<void>;

interface Waiting<Item> {
  item: Item;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers items of one key while a batch of that key is being committed, and commits them together as the next one: an
 * idle key has no wait, and a busy one pays for a transaction once per batch instead of once per item.
 *
 * A batch that fails for what one of its items is, is tried again item by item, so that only that one fails.
 */
export function createGroupCommit<Item>(
  commit: (key: string, items: readonly Item[]) => Promise<void>,
  maxBatch: number,
): Submit<Item> {
  const queues = new Map<string, Waiting<Item>[]>();

  const commitBatch = async (key: string, batch: readonly Waiting<Item>[]): Promise<void> => {
    try {
      await commit(
        key,
        batch.map(({ item }) => item),
      );
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length === 1 || isInfrastructureError(error)) for (const { reject } of batch) reject(error);
      else for (const each of batch) await commitBatch(key, [each]);
    }
  };
  const work = async (key: string, queue: Waiting<Item>[]): Promise<void> => {
    while (queue.length > 0) await commitBatch(key, queue.splice(0, maxBatch));
    queues.delete(key);
  };
  return (key, item) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const queue = queues.get(key);
    if (queue) {
      queue.push({ item, resolve, reject });
      return promise;
    }
    const begun = [{ item, resolve, reject }];
    queues.set(key, begun);
    void work(key, begun);
    return promise;
  };
}
