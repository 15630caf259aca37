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

test('one request at a time is a trial while requests keep coming', () => {
  for (const _early of [400, 800]) {
    vi.advanceTimersByTime(400);
    expect(() => breaker.enter()).toThrow('does not answer');
  }
  vi.advanceTimersByTime(400);
  expect(breaker.enter()).not.toBeNull();
  expect(() => breaker.enter()).toThrow('does not answer');
  expect(breaker.isOpen).toBe(true);
});

test('a client that leaves ends no trial: the next request continues it', () => {
  vi.advanceTimersByTime(1000);
  const trial = breaker.enter();
  trial?.leave();
  trial?.fail();
  const next = breaker.enter();
  expect(next).not.toBeNull();
  expect(() => breaker.enter()).toThrow('does not answer');
  next?.succeed();
});

test('a trial that every client leaves fails after its time', async () => {
  vi.advanceTimersByTime(1000);
  breaker.enter()?.leave();
  await vi.advanceTimersByTimeAsync(1500);
  expect(() => breaker.enter()).toThrow('does not answer');
  vi.advanceTimersByTime(1000);
  expect(breaker.enter()).not.toBeNull();
});

test('a burst after a quiet time passes if the upstream is ready', () => {
  vi.advanceTimersByTime(5000);
  expect(Array.from({ length: 50 }, () => breaker.enter())).toEqual(Array.from({ length: 50 }, () => null));
  expect(changes).toEqual([true, false]);
});

test('no request passes after a quiet time if the upstream is unready', () => {
  isServing = false;
  vi.advanceTimersByTime(60_000);
  expect(() => breaker.enter()).toThrow('does not answer');
  expect(breaker.isOpen).toBe(true);
});
