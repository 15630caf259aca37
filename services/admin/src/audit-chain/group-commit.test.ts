import { RetryLater } from '@pas/platform/events/retry-later';
import { describe, expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

const options = { maxBatch: 10, maxCommits: 4, lingerMs: 25 };

describe('createGroupCommit', () => {
  test('commits items of a short while together, in order', async () => {
    const batches: (readonly number[])[] = [];
    const submit = createGroupCommit<number>(async (_key, items) => void batches.push(items), options);
    await Promise.all([1, 2, 3, 4].map((item) => submit('a', item)));
    expect(batches).toEqual([[1, 2, 3, 4]]);
  });

  test('commits one batch of a key at a time', async () => {
    let [open, most] = [0, 0];
    const commit = async () => {
      open += 1;
      most = Math.max(most, open);
      await Promise.resolve();
      open -= 1;
    };
    const submit = createGroupCommit<number>(commit, { ...options, maxBatch: 2 });
    await Promise.all([1, 2, 3, 4, 5, 6].map((item) => submit('a', item)));
    expect(most).toBe(1);
  });

  test('limits the number of concurrent batches', async () => {
    let [open, most] = [0, 0];
    const gate = Promise.withResolvers<void>();
    const commit = async () => {
      open += 1;
      most = Math.max(most, open);
      if (open === 2) gate.resolve();
      await gate.promise;
      open -= 1;
    };
    const submit = createGroupCommit<number>(commit, { ...options, maxCommits: 2 });
    await Promise.all(['a', 'b', 'c', 'd'].map((key) => submit(key, 1)));
    expect(most).toBe(2);
  });

  test('keeps the batches of one key apart from those of another', async () => {
    const batches: [string, readonly number[]][] = [];
    const submit = createGroupCommit<number>(async (key, items) => void batches.push([key, items]), options);
    await Promise.all([submit('a', 1), submit('b', 2), submit('a', 3), submit('b', 4)]);
    expect(batches).toEqual([
      ['a', [1, 3]],
      ['b', [2, 4]],
    ]);
  });

  test('limits the size of a batch', async () => {
    const sizes: number[] = [];
    const submit = createGroupCommit<number>(async (_key, items) => void sizes.push(items.length), {
      ...options,
      maxBatch: 3,
    });
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((item) => submit('a', item)));
    expect(sizes).toEqual([3, 3, 2]);
  });

  test('fails only the item that fails', async () => {
    const committed: number[] = [];
    const submit = createGroupCommit<number>(async (_key, items) => {
      if (items.includes(3)) throw new Error('three');
      committed.push(...items);
    }, options);
    const settled = await Promise.allSettled([1, 2, 3, 4].map((item) => submit('a', item)));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(committed).toEqual([1, 2, 4]);
  });

  test('fails the whole batch, without trying each item, when the store is unavailable', async () => {
    let commits = 0;
    const submit = createGroupCommit<number>(async () => {
      commits += 1;
      throw new RetryLater('away');
    }, options);
    const settled = await Promise.allSettled([1, 2, 3, 4].map((item) => submit('a', item)));
    expect(settled.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    expect(commits).toBe(1);
  });
});
