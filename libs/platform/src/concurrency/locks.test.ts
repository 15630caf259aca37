import { expect, test } from 'vitest';
import { createLocks } from './locks.ts';

test('a lock has one holder, and waiting callers get it in their order', async () => {
  const locks = createLocks();
  const order: number[] = [];
  const work = async (index: number): Promise<void> => {
    await locks.acquire('a', 1000);
    order.push(index);
    await Promise.resolve();
    order.push(index);
    locks.release('a');
  };
  await Promise.all([1, 2, 3].map(work));
  expect(order).toEqual([1, 1, 2, 2, 3, 3]);
});

test('a wait times out without the lock, and does not delay later callers', async () => {
  const locks = createLocks();
  expect(await locks.acquire('a', 0)).toBe(true);
  expect(await locks.acquire('a', 1)).toBe(false);
  const next = locks.acquire('a', 1000);
  locks.release('a');
  expect(await next).toBe(true);
});

test('locks of other names are free', async () => {
  const locks = createLocks();
  await locks.acquire('a', 0);
  expect(await locks.acquire('b', 0)).toBe(true);
});
