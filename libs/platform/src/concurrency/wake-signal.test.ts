import { describe, expect, test } from 'vitest';
import { createPace, createWakeSignal } from './wake-signal.ts';

const longMs = 60_000;

describe('a wake signal', () => {
  test('ends a wait', async () => {
    const signal = createWakeSignal();
    const woken = signal.wait(longMs);
    signal.wake();
    await expect(woken).resolves.toBe(true);
  });

  test('is kept for the next wait, and only for that one', async () => {
    const signal = createWakeSignal();
    signal.wake();
    signal.wake();
    await signal.wait(longMs);
    const next = signal.wait(longMs).then(() => 'woken');
    const outcome = await Promise.race([next, Promise.resolve('waiting')]);
    expect(outcome).toBe('waiting');
    signal.wake();
  });

  test('ends a wait after its maximum time', async () => {
    await expect(createWakeSignal().wait(1)).resolves.toBe(false);
  });
});

describe('a pace', () => {
  /** Returns a signal that is never given; it counts the waits. */
  const silent = () => {
    const waits: number[] = [];
    let isWoken = false;
    const signal = {
      wake: () => {
        isWoken = true;
      },
      wait: async (ms: number) => {
        waits.push(ms);
        const was = isWoken;
        isWoken = false;
        return was;
      },
    };
    return { waits, signal };
  };

  test('doubles the wait up to the longest one', async () => {
    const { waits, signal } = silent();
    const pace = createPace(signal, { fromMs: 500, toMs: 3000 });
    for (let look = 0; look < 5; look += 1) await pace.rest();
    expect(waits).toEqual([500, 1000, 2000, 3000, 3000]);
  });

  test('starts again after work and after a signal', async () => {
    const { waits, signal } = silent();
    const pace = createPace(signal, { fromMs: 500, toMs: 3000 });
    for (let look = 0; look < 3; look += 1) await pace.rest();
    pace.reset();
    await pace.rest();
    signal.wake();
    await pace.rest();
    await pace.rest();
    expect(waits).toEqual([500, 1000, 2000, 500, 1000, 500]);
  });
});
