import { describe, expect, test } from 'vitest';
import { createBell } from './bell.ts';

const longMs = 60_000;

describe('a bell', () => {
  test('wakes who waits for it', async () => {
    const bell = createBell();
    const heard = bell.heard(longMs);
    bell.ring();
    await expect(heard).resolves.toBeUndefined();
  });

  test('keeps a ring for the next one who waits, and only for that one', async () => {
    const bell = createBell();
    bell.ring();
    bell.ring();
    await bell.heard(longMs);
    const outcome = await Promise.race([bell.heard(longMs).then(() => 'rung'), Promise.resolve('silent')]);
    expect(outcome).toBe('silent');
    bell.ring();
  });

  test('lets go when time is up', async () => {
    await expect(createBell().heard(1)).resolves.toBeUndefined();
  });
});
