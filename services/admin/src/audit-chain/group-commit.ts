import { isInfrastructureError } from '@pas/platform/events/retry-later';

/** Submits one item; resolves when its batch is committed. */
export type Submit<Item> = (key: string, item: Item) => Promise<void>;

export interface GroupCommitOptions {
  /** The maximum number of items per commit. */
  maxBatch: number;
  /** The maximum number of batches, of different keys, committed at once. */
  maxCommits: number;
  /** The time that a batch waits for more items, in milliseconds. */
  lingerMs: number;
}

interface PendingItem<Item> {
  item: Item;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** The items of one key. */
interface Queue<Item> {
  items: PendingItem<Item>[];
  /** Ends the wait for more items when the batch is full. */
  fill: () => void;
}

/** Waits for the rest of a batch, until it is full or the time is up. */
async function linger<Item>(
  queue: Queue<Item>,
  { maxBatch, lingerMs }: Pick<GroupCommitOptions, 'maxBatch' | 'lingerMs'>,
): Promise<void> {
  if (queue.items.length >= maxBatch) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, lingerMs);
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
  { maxBatch, maxCommits, lingerMs }: GroupCommitOptions,
): Submit<Item> {
  const queues = new Map<string, Queue<Item>>();
  const turns = createTurns(maxCommits);

  const work = async (key: string, queue: Queue<Item>): Promise<void> => {
    while (queue.items.length > 0) {
      await linger(queue, { maxBatch, lingerMs });
      await turns.take();
      const batch = queue.items.splice(0, maxBatch);
      await commitBatch(commit, key, batch);
      turns.end();
    }
    queues.delete(key);
  };
  return (key, item) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const known = queues.get(key);
    const queue = known ?? { items: [], fill: () => undefined };
    queue.items.push({ item, resolve, reject });
    if (queue.items.length >= maxBatch) queue.fill();
    if (!known) {
      queues.set(key, queue);
      void work(key, queue);
    }
    return promise;
  };
}
