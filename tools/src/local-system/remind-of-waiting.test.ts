import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { remindOfWaiting } from './remind-of-waiting.ts';

let awaited: string[];
let told: string[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  awaited = [];
  told = [];
  const fleet = {
    get awaited() {
      return awaited;
    },
  };
  stop = remindOfWaiting(fleet, (line) => told.push(line));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('a quick start is told nothing', () => {
  awaited = ['mongod'];
  vi.advanceTimersByTime(4999);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
});

test('a slow one hears what it waits for, again and again', () => {
  awaited = ['databases', 'admin-1', 'gateway', 'resident-1', 'webhooks-1'];
  vi.advanceTimersByTime(5000);
  awaited = ['gateway'];
  vi.advanceTimersByTime(5000);
  expect(told).toEqual(['Waiting for databases, admin-1, gateway and 2 more', 'Waiting for gateway']);
});
