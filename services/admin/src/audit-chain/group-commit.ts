import { isInfrastructureError } from '@pas/platform/events/retry-later';

/** Submits one item; resolves when its batch is committed. */
export type Submit<Item> = (key: string, item: Item) => Promise<void>;

export interface GroupCommitOptions {
  /** The maximum number of items per commit. */
  maxBatch: number;
  /** The maximum number of batches, of different keys, committed at once. */
  maxCommits: number;
}

interface PendingItem<Item> {
  item: Item;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** The items of one key. */
interface Queue<Item> {
  items: PendingItem<Item>[];
  /** Size of the last batch: the measure of the key's load. */
  lastBatch: number;
  /** Ends the wait for more items when the batch is full. */
  fill: () => void;
}

const minLingerMs = 25;
const maxLingerMs = 100;

/** Items of the last batch that lengthen the next wait by one step of 25 ms. */
const itemsPerStep = 32;

/**
 * Returns how long a batch waits for more items. A busy key waits longer, because larger batches cost less
 * per item.
 */
const lingerMs = (lastBatch: number): number =>
  Math.min(maxLingerMs, minLingerMs * (1 + Math.floor(lastBatch / itemsPerStep)));

/** Waits for the rest of a batch, until it is full or the time is up. */
async function linger<Item>(queue: Queue<Item>, maxBatch: number): Promise<void> {
  if (queue.items.length >= maxBatch) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, lingerMs(queue.lastBatch));
    queue.fill = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  queue.fill = () => undefined;
}

/** Runs up to `count` tasks at once; the others wait in their order of arrival. */
function createTurns(count: number) {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    async take(): Promise<void> {
      if (taken >= count) await new Promise<void>((resolve) => waiting.push(resolve));
      else taken += 1;
    },
    end(): void {
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    },
  };
}

type Commit<Item> = (key: string, items: readonly Item[]) => Promise<void>;

async function commitBatch<Item>(
  commit: Commit<Item>,
  key: string,
  batch: readonly PendingItem<Item>[],
): Promise<void> {
  const items = batch.map(({ item }) => item);
  try {
    await commit(key, items);
    for (const { resolve } of batch) resolve();
  } catch (error) {
    if (batch.length === 1 || isInfrastructureError(error)) for (const { reject } of batch) reject(error);
    else for (const each of batch) await commitBatch(commit, key, [each]);
  }
}

/**
 * Groups items by key for a short while and commits each batch in one transaction. Batches of one key are
 * committed one after the other.
 *
 * If an item makes a batch fail, each item is retried alone, so that only that item fails.
 */
export function createGroupCommit<Item>(
  commit: Commit<Item>,
  { maxBatch, maxCommits }: GroupCommitOptions,
): Submit<Item> {
  const queues = new Map<string, Queue<Item>>();
  const turns = createTurns(maxCommits);

  const work = async (key: string, queue: Queue<Item>): Promise<void> => {
    while (queue.items.length > 0) {
      await linger(queue, maxBatch);
      await turns.take();
      const batch = queue.items.splice(0, maxBatch);
      queue.lastBatch = batch.length;
      await commitBatch(commit, key, batch);
      turns.end();
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
