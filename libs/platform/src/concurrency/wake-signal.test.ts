import { describe, expect, test } from 'vitest';
import { createWakeSignal } from './wake-signal.ts';

const longMs = 60_000;

describe('a wake signal', () => {
  test('ends a wait', async () => {
    const signal = createWakeSignal();
    const woken = signal.wait(longMs);
    signal.wake();
    await expect(woken).resolves.toBeUndefined();
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
    await expect(createWakeSignal().wait(1)).resolves.toBeUndefined();
  });
});
