import { RetryLater } from '@pas/shared/events/retry-later';
import { describe, expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

describe('createGroupCommit', () => {
  test('commits the first item at once, and together what comes meanwhile, in its order', async () => {
    const batches: (readonly number[])[] = [];
    const submit = createGroupCommit<number>(async (_key, items) => void batches.push(items), 10);
    await Promise.all([1, 2, 3, 4].map((item) => submit('a', item)));
    expect(batches).toEqual([[1], [2, 3, 4]]);
  });

  test('keeps the batches of one key apart from those of another', async () => {
    const batches: [string, readonly number[]][] = [];
    const submit = createGroupCommit<number>(async (key, items) => void batches.push([key, items]), 10);
    await Promise.all([submit('a', 1), submit('b', 2), submit('a', 3), submit('b', 4)]);
    expect(batches).toEqual([
      ['a', [1]],
      ['b', [2]],
      ['a', [3]],
      ['b', [4]],
    ]);
  });

  test('never makes a batch larger than it may be', async () => {
    const sizes: number[] = [];
    const submit = createGroupCommit<number>(async (_key, items) => void sizes.push(items.length), 3);
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((item) => submit('a', item)));
    expect(sizes).toEqual([1, 3, 3, 1]);
  });

  test('fails only the item that fails', async () => {
    const committed: number[] = [];
    const submit = createGroupCommit<number>(async (_key, items) => {
      if (items.includes(3)) throw new Error('three');
      committed.push(...items);
    }, 10);
    const settled = await Promise.allSettled([1, 2, 3, 4].map((item) => submit('a', item)));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(committed).toEqual([1, 2, 4]);
  });

  test('fails the whole batch, without trying each item, when the store is away', async () => {
    let commits = 0;
    const submit = createGroupCommit<number>(async () => {
      commits += 1;
      throw new RetryLater('away');
    }, 10);
    const settled = await Promise.allSettled([1, 2, 3, 4].map((item) => submit('a', item)));
    expect(settled.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    expect(commits).toBe(2);
  });
});
