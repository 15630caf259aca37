const [minMs, maxMs] = [20, 80];

/**
 * Returns the time that a batch waits for more items, in milliseconds. Each doubling of the last batch adds `minMs`.
 * A batch costs almost the same for any number of items.
 */
export const lingerMs = (lastBatch: number): number =>
  Math.min(maxMs, minMs * (1 + Math.floor(Math.log2(Math.max(1, lastBatch)))));
