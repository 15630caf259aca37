import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBreaker, type Breaker } from './breaker.ts';

let isServing = true;
let breaker: Breaker;
const changes: boolean[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  isServing = true;
  changes.length = 0;
  breaker = createBreaker({ isServing: () => isServing, isWithoutStore: () => false }, (isOpen) =>
    changes.push(isOpen),
  );
  breaker.open();
});
afterEach(() => {
  breaker.stop();
  vi.useRealTimers();
});

test('while requests come, one at a time tries whether the upstream is back', () => {
  for (const _early of [400, 800]) {
    vi.advanceTimersByTime(400);
    expect(() => breaker.enter()).toThrow('does not answer');
  }
  vi.advanceTimersByTime(400);
  expect(breaker.enter()).not.toBeNull();
  expect(() => breaker.enter()).toThrow('does not answer');
  expect(breaker.isOpen).toBe(true);
});

test('a crowd that comes after a quiet time passes, if the upstream is ready', () => {
  vi.advanceTimersByTime(5000);
  expect(Array.from({ length: 50 }, () => breaker.enter())).toEqual(Array.from({ length: 50 }, () => null));
  expect(changes).toEqual([true, false]);
});

test('nobody passes after a quiet time if the upstream is not ready', () => {
  isServing = false;
  vi.advanceTimersByTime(60_000);
  expect(() => breaker.enter()).toThrow('does not answer');
  expect(breaker.isOpen).toBe(true);
});
