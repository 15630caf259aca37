import { isInfrastructureError } from '@pas/shared/events/retry-later';

/** Takes one item; returns when the batch that it went into is committed. */
export type Submit<Item> = (key: string, item: Item) => Promise<void>;

export interface GroupCommitOptions {
  /** The most items that are committed together. */
  maxBatch: number;
  /** Batches, of different keys, that are committed at once. */
  maxCommits: number;
}

interface Waiting<Item> {
  item: Item;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** The items of one key. */
interface Queue<Item> {
  items: Waiting<Item>[];
  /** How many the last batch had: what says how busy the key is. */
  lastBatch: number;
  /** Ends the lingering, when a whole batch is there. */
  fill: () => void;
}

const minLingerMs = 25;
const maxLingerMs = 100;

/** As many items in a batch as lengthen the wait for the next one by 25 ms. */
const itemsPerStep = 32;

/** How long a batch waits for more items: longer where many come, since each item is cheaper then. */
const lingerMs = (lastBatch: number): number =>
  Math.min(maxLingerMs, minLingerMs * (1 + Math.floor(lastBatch / itemsPerStep)));

/**
 * Gathers items by key for a short while and commits them together: a transaction is paid for once per batch instead of
 * once per item. Batches of one key are committed one after the other.
 *
 * A batch that fails for what one of its items is, is tried again item by item, so that only that one fails.
 */
export function createGroupCommit<Item>(
  commit: (key: string, items: readonly Item[]) => Promise<void>,
  { maxBatch, maxCommits }: GroupCommitOptions,
): Submit<Item> {
  const queues = new Map<string, Queue<Item>>();
  // Keys whose batch is complete, and waits for others to be committed.
  const ready: (() => void)[] = [];
  let commits = 0;

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
  const linger = async (queue: Queue<Item>): Promise<void> => {
    if (queue.items.length >= maxBatch) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, lingerMs(queue.lastBatch));
      queue.fill = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    queue.fill = () => undefined;
  };
  const takeTurn = async (): Promise<void> => {
    if (commits >= maxCommits) await new Promise<void>((resolve) => ready.push(resolve));
    else commits += 1;
  };
  const endTurn = (): void => {
    const next = ready.shift();
    if (next) next();
    else commits -= 1;
  };
  const work = async (key: string, queue: Queue<Item>): Promise<void> => {
    while (queue.items.length > 0) {
      await linger(queue);
      await takeTurn();
      const batch = queue.items.splice(0, maxBatch);
      queue.lastBatch = batch.length;
      await commitBatch(key, batch);
      endTurn();
    }
    queues.delete(key);
  };
  return (key, item) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const known = queues.get(key);
    const queue = known ?? { items: [], lastBatch: 0, fill: () => undefined };
    queue.items.push({ item, resolve, reject });
    if (queue.items.length >= maxBatch) queue.fill();
    if (!known) {
      queues.set(key, queue);
      void work(key, queue);
    }
    return promise;
  };
}
