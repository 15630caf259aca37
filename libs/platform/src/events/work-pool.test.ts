import { describe, expect, test } from 'vitest';
import { createWorkPool } from './work-pool.ts';

describe('a work pool', () => {
  test('counts the free places', async () => {
    const pool = createWorkPool(3, new AbortController().signal);
    const work = Promise.withResolvers<void>();
    pool.add(work.promise);
    expect(await pool.places()).toBe(2);
    work.resolve();
    await work.promise;
    expect(await pool.places()).toBe(3);
  });

  test('waits while it is full, and then counts all work that ended together', async () => {
    const pool = createWorkPool(2, new AbortController().signal);
    const work = Promise.withResolvers<void>();
    pool.add(work.promise);
    pool.add(work.promise);
    const places = pool.places();
    work.resolve();
    expect(await places).toBe(2);
  });

  test('stops waiting for places after the abort, and limits the wait for stuck work', async () => {
    const ending = new AbortController();
    const pool = createWorkPool(1, ending.signal);
    pool.add(new Promise(() => undefined));
    const places = pool.places();
    ending.abort();
    expect(await places).toBe(0);
    await expect(pool.drained(1)).resolves.toBeUndefined();
  });
});
