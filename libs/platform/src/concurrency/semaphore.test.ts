import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSemaphore, type Semaphore } from './semaphore.ts';

let semaphore: Semaphore;
let admitted: string[];

beforeEach(() => {
  vi.useFakeTimers();
  semaphore = createSemaphore({ permits: 2, maxWaitMs: 2000, refusal: () => new Error('no permit') });
  admitted = [];
});
afterEach(() => vi.useRealTimers());

/** Acquires a permit under a name, whose first letter is the key. */
const acquire = async (name: string): Promise<number> => {
  const permit = await semaphore.acquire(name[0] ?? '');
  admitted.push(name);
  return permit;
};

describe('a semaphore', () => {
  test('gives free permits immediately, each with its own number', async () => {
    expect(await Promise.all([acquire('a'), acquire('b')])).toEqual([0, 1]);
  });

  test('gives the lowest number that is free', async () => {
    await Promise.all([acquire('a'), acquire('b')]);
    semaphore.release(1);
    semaphore.release(0);
    expect(await acquire('c')).toBe(0);
  });

  test('admits callers of one key in their order, with the returned permit', async () => {
    await Promise.all([acquire('a1'), acquire('a2')]);
    const waiting = [acquire('a3'), acquire('a4')];
    semaphore.release(1);
    expect(await waiting[0]).toBe(1);
    semaphore.release(0);
    expect(await waiting[1]).toBe(0);
    expect(admitted).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  test('admits keys in turn, so that a long queue of one delays no other', async () => {
    await Promise.all([acquire('a1'), acquire('a2')]);
    const waiting = [acquire('a3'), acquire('a4'), acquire('a5'), acquire('b1'), acquire('c1')];
    for (const _turn of waiting) semaphore.release(0);
    await Promise.all(waiting);
    expect(admitted.slice(2)).toEqual(['a3', 'b1', 'c1', 'a4', 'a5']);
  });

  test('refuses waiters after the time-out, which then no longer block others', async () => {
    await Promise.all([acquire('a'), acquire('b')]);
    const refused = acquire('late').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await refused).toEqual(new Error('no permit'));
    const next = acquire('c');
    semaphore.release(0);
    await next;
    expect(admitted).toEqual(['a', 'b', 'c']);
  });

  test('that is released meanwhile waits longer, up to the longest wait', async () => {
    const options = { permits: 1, maxWaitMs: 5000, maxStallMs: 2000, refusal: () => new Error('no permit') };
    semaphore = createSemaphore(options);
    await acquire('a');
    const first = acquire('b1');
    const second = acquire('b2').catch((error: unknown) => error);
    const startedAt = performance.now();
    await vi.advanceTimersByTimeAsync(1500);
    semaphore.release(0);
    await first;
    expect(await Promise.race([second, vi.advanceTimersByTimeAsync(1999)])).not.toEqual(
      new Error('no permit'),
    );
    await vi.advanceTimersByTimeAsync(1);
    expect(await second).toEqual(new Error('no permit'));
    expect(performance.now() - startedAt).toBe(3500);
  });

  test('refuses a waiter after the longest wait, however often a permit is released', async () => {
    const options = { permits: 1, maxWaitMs: 5000, maxStallMs: 2000, refusal: () => new Error('no permit') };
    semaphore = createSemaphore(options);
    await acquire('a');
    const waiting = Array.from({ length: 9 }, (_, turn) => acquire(`a${turn}`).catch(() => 'refused'));
    for (let turn = 0; turn < 6; turn += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      if (turn < 4) semaphore.release(0);
    }
    expect(await Promise.all(waiting)).toEqual([0, 0, 0, 0, ...Array.from({ length: 5 }, () => 'refused')]);
  });

  test('leaves permits to others while one key holds as many as it may', async () => {
    const refusal = () => new Error('no permit');
    semaphore = createSemaphore({ permits: 3, permitsOfKey: 2, maxWaitMs: 2000, refusal });
    const waiting = [acquire('a1'), acquire('a2'), acquire('a3'), acquire('a4')];
    await acquire('b1');
    expect(admitted).toEqual(['a1', 'a2', 'b1']);
    const [b2, c1] = [acquire('b2'), acquire('c1')];
    semaphore.release(2);
    await b2;
    semaphore.release(0);
    expect(await waiting[2]).toBe(0);
    semaphore.release(2);
    await c1;
    semaphore.release(1);
    await Promise.all(waiting);
    expect(admitted.slice(3)).toEqual(['b2', 'a3', 'c1', 'a4']);
  });

  test('refuses a waiter behind its own key soon after all permits are held', async () => {
    const refusal = () => new Error('no permit');
    semaphore = createSemaphore({
      permits: 3,
      permitsOfKey: 2,
      maxWaitMs: 10_000,
      maxStallMs: 2000,
      refusal,
    });
    await Promise.all([acquire('a1'), acquire('a2')]);
    const waiting = acquire('a3').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3000);
    await acquire('b');
    const refused = waiting.then(() => performance.now());
    const startedAt = performance.now();
    await vi.advanceTimersByTimeAsync(2000);
    expect((await refused) - startedAt).toBeLessThanOrEqual(2000);
  });

  test('is free again after the return of all permits', async () => {
    await Promise.all([acquire('a'), acquire('b')]);
    semaphore.release(0);
    semaphore.release(1);
    await Promise.all([acquire('c'), acquire('d')]);
    expect(admitted).toHaveLength(4);
    expect(vi.getTimerCount()).toBe(0);
  });
});
