/** Limits of the batches. */
export interface GatherOptions<Item> {
  /** Maximum number of items in a batch. */
  maxBatch: number;
  /** Maximum number of concurrent batches. Items that arrive meanwhile wait for the next batch. */
  maxAtOnce: number;
  /** The weight of an item, such as its bytes, and the maximum weight of a batch. A heavier item gets its own batch. */
  weight?: { of: (item: Item) => number; max: number };
  /**
   * Returns the time that a batch waits for more items, in milliseconds. It depends on the size of the last batch.
   * Without it, a batch waits only for calls of the same turn of the event loop.
   */
  lingerMs?: (lastBatch: number) => number;
}

interface PendingItem<Item, Result> extends PromiseWithResolvers<Result> {
  item: Item;
}

/** Age up to which the size of the last batch indicates the load, in milliseconds. */
const recentMs = 250;

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
 * run. Batches grow with the load, and a single call does not wait unless batches linger.
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
  let timer: NodeJS.Timeout | undefined;
  let last = { size: 1, at: -Infinity };

  const settle = async (batch: readonly PendingItem<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    underWay -= 1;
    if (!isScheduled) start();
  };
  const start = (): void => {
    isScheduled = false;
    clearTimeout(timer);
    while (underWay < options.maxAtOnce && queue.length > 0) {
      underWay += 1;
      const batch = takeBatch(queue, options);
      last = { size: batch.length, at: performance.now() };
      void settle(batch);
    }
  };
  const schedule = (): void => {
    isScheduled = true;
    const isRecent = performance.now() - last.at < recentMs;
    if (options.lingerMs) timer = setTimeout(start, options.lingerMs(isRecent ? last.size : 1));
    else setImmediate(start);
  };
  return (item) => {
    const waiting = { ...Promise.withResolvers<Result>(), item };
    queue.push(waiting);
    if (underWay >= options.maxAtOnce) return waiting.promise;
    if (!isScheduled) schedule();
    else if (options.lingerMs && queue.length >= options.maxBatch) start();
    return waiting.promise;
  };
}
