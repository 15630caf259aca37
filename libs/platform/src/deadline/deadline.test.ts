import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { timeLeftMs, withoutDeadline, withTimeLeft } from './deadline.ts';

describe('a deadline', () => {
  test('applies to all work that the work starts', async () => {
    const left = await withTimeLeft(60_000, async () => {
      await nextTurn();
      return timeLeftMs();
    });
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(60_000);
  });

  test('leaves a negative time after it has expired', () => {
    expect(withTimeLeft(-1, timeLeftMs)).toBeLessThan(0);
  });

  test('does not limit work without a request', () => {
    expect(timeLeftMs()).toBe(Infinity);
  });

  test('does not apply to work that drops it', async () => {
    const left = await withTimeLeft(-1, () =>
      withoutDeadline(async () => {
        await nextTurn();
        return timeLeftMs();
      }),
    );
    expect(left).toBe(Infinity);
  });
});
