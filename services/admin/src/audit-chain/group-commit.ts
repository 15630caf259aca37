import { isInfrastructureError } from '@pas/platform/events/retry-later';

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

/** Turns for so many at once; the others wait in the order in which they came. */
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
  batch: readonly Waiting<Item>[],
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
 * Gathers items by key for a short while and commits them together: one transaction per batch instead of one per
 * item. Batches of one key are committed one after the other.
 *
 * If one item makes a batch fail, the items are tried again one by one, so that only that item fails.
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
