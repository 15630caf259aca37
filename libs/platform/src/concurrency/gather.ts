/** Limits of the batches. */
export interface GatherOptions<Item> {
  /** Items of one batch. */
  maxBatch: number;
  /** Batches under way at once. Items that arrive meanwhile wait for the next batch. */
  maxAtOnce: number;
  /** The weight of an item, such as its bytes, and the maximum weight of a batch. A heavier item gets its own batch. */
  weight?: { of: (item: Item) => number; max: number };
}

interface PendingItem<Item, Result> extends PromiseWithResolvers<Result> {
  item: Item;
}

/** Takes the next batch from the front of the queue. */
function takeBatch<Item, Result>(
  queue: PendingItem<Item, Result>[],
  { maxBatch, weight }: GatherOptions<Item>,
): PendingItem<Item, Result>[] {
  const most = Math.min(maxBatch, queue.length);
  if (!weight) return queue.splice(0, most);
  let [count, total] = [0, 0];
  for (; count < most; count += 1) {
    const waiting = queue[count];
    total += waiting ? weight.of(waiting.item) : 0;
    if (count > 0 && total > weight.max) break;
  }
  return queue.splice(0, count);
}

/**
 * Batches calls. Calls of one turn of the event loop share a batch. So do calls that wait while `maxAtOnce` batches
 * run. Batches grow with the load, and a single call does not wait.
 *
 * @param run runs a batch and returns the results in the order of the items. Its error rejects every item.
 */
export function gather<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  options: GatherOptions<Item>,
): (item: Item) => Promise<Result> {
  const queue: PendingItem<Item, Result>[] = [];
  let underWay = 0;
  let isScheduled = false;

  const settle = async (batch: readonly PendingItem<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    underWay -= 1;
    start();
  };
  const start = (): void => {
    isScheduled = false;
    while (underWay < options.maxAtOnce && queue.length > 0) {
      underWay += 1;
      void settle(takeBatch(queue, options));
    }
  };
  return (item) => {
    const waiting = { ...Promise.withResolvers<Result>(), item };
    queue.push(waiting);
    if (!isScheduled && underWay < options.maxAtOnce) {
      isScheduled = true;
      setImmediate(start);
    }
    return waiting.promise;
  };
}
