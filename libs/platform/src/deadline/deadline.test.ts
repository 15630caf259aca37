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

  test('has expired with a negative time left', () => {
    expect(withTimeLeft(-1, timeLeftMs)).toBeLessThan(0);
  });

  test('does not exist for work without a request', () => {
    expect(timeLeftMs()).toBe(Infinity);
  });

  test('does not apply to work for others', async () => {
    const left = await withTimeLeft(-1, () =>
      withoutDeadline(async () => {
        await nextTurn();
        return timeLeftMs();
      }),
    );
    expect(left).toBe(Infinity);
  });
});
