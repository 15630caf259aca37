import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { gather } from './gather.ts';

/** Makes work whose batches end when the test ends them. */
function heldWork() {
  const batches: { items: readonly number[]; end: (error?: Error) => void }[] = [];
  const run = (items: readonly number[]): Promise<string[]> =>
    new Promise((resolve, reject) => {
      const end = (error?: Error): void => (error ? reject(error) : resolve(items.map(String)));
      batches.push({ items, end });
    });
  return { batches, run };
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const itemsOf = (batches: readonly { items: readonly number[] }[]): (readonly number[])[] =>
  batches.map(({ items }) => items);

describe('gathered work', () => {
  test('batches the calls of one turn, and each caller gets the result of its own item', async () => {
    const { batches, run } = heldWork();
    const work = gather(run, { maxBatch: 10, maxAtOnce: 1 });
    const asked = [work(1), work(2), work(3)];
    await turn();
    batches[0]?.end();
    expect(await Promise.all(asked)).toEqual(['1', '2', '3']);
    expect(itemsOf(batches)).toEqual([[1, 2, 3]]);
  });

  test('waits while the maximum of batches runs, and continues in order', async () => {
    const { batches, run } = heldWork();
    const work = gather(run, { maxBatch: 2, maxAtOnce: 1 });
    const asked = [work(1)];
    await turn();
    asked.push(work(2), work(3), work(4));
    await turn();
    expect(itemsOf(batches)).toEqual([[1]]);
    for (const at of [0, 1, 2]) {
      batches[at]?.end();
      await turn();
    }
    expect(await Promise.all(asked)).toEqual(['1', '2', '3', '4']);
    expect(itemsOf(batches)).toEqual([[1], [2, 3], [4]]);
  });

  test('lingers until the batch is full, for a time that depends on the last batch', async () => {
    const { batches, run } = heldWork();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    const lastSizes: number[] = [];
    const lingerMs = (last: number): number => {
      lastSizes.push(last);
      return 60_000;
    };
    const work = gather(run, { maxBatch: 3, maxAtOnce: 1, lingerMs });
    const asked = [work(1), work(2)];
    await turn();
    expect(batches).toEqual([]);
    asked.push(work(3));
    batches[0]?.end();
    expect(await Promise.all(asked)).toEqual(['1', '2', '3']);
    await turn();
    const later = [work(4), work(5), work(6)];
    batches[1]?.end();
    expect(await Promise.all(later)).toEqual(['4', '5', '6']);
    expect(lastSizes).toEqual([1, 3]);
  });

  test('fails only for the items of a failed batch', async () => {
    const { batches, run } = heldWork();
    const work = gather(run, { maxBatch: 1, maxAtOnce: 2 });
    const asked = [work(1), work(2)].map((each) => each.catch((error: unknown) => String(error)));
    await turn();
    batches[0]?.end(new Error('lost'));
    batches[1]?.end();
    expect(await Promise.all(asked)).toEqual(['Error: lost', '2']);
  });

  test('limits batches by weight, and a heavier item gets its own batch', async () => {
    const { batches, run } = heldWork();
    const work = gather(run, { maxBatch: 10, maxAtOnce: 9, weight: { of: (item) => item, max: 10 } });
    const asked = [4, 6, 1, 30, 2].map(work);
    await turn();
    for (const { end } of batches) end();
    await Promise.all(asked);
    expect(itemsOf(batches)).toEqual([[4, 6], [1], [30], [2]]);
  });
});
