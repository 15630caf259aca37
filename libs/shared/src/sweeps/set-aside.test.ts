import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSetAside } from './set-aside.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('a row waits twice as long after each failure, a quarter of an hour at most', () => {
  const aside = createSetAside(1000);
  const waits = [1, 2, 3, 20].map((failures) => {
    for (let times = 0; times < failures; times += 1) aside.addFailed('row');
    let waitedMs = 0;
    for (; aside.has('row'); waitedMs += 1000) vi.advanceTimersByTime(1000);
    aside.remove('row');
    return waitedMs;
  });
  expect(waits).toEqual([1000, 2000, 4000, 900_000]);
});

test('a row without a change waits until the next round', () => {
  const aside = createSetAside(1000);
  aside.addUnchanged('row');
  vi.advanceTimersByTime(1_000_000);
  expect([aside.count(), aside.has('row'), aside.has('another')]).toEqual([1, true, false]);
  aside.beginRound();
  expect([aside.count(), aside.has('row')]).toEqual([0, false]);
});
