import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noAnswer, toProblem } from '../../api/problem.ts';
import { followEvents } from './follow-events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Ask = Parameters<typeof followEvents>[0]['ask'];

/** Follows events until an answer aborts the signal. @returns the reported faults */
async function follow(signal: AbortSignal, ...answers: Ask[]): Promise<unknown[]> {
  const reports: unknown[] = [];
  const ask: Ask = (...input) => answers.shift()?.(...input) ?? Promise.reject(noAnswer());
  const feed = { untilVisible: () => Promise.resolve(), add: () => undefined, ask };
  const done = followEvents({ ...feed, report: (fault) => reports.push(fault) }, signal);
  await vi.advanceTimersByTimeAsync(20_000);
  await done;
  return reports;
}

test('a fault is reported, and the next answer ends it', async () => {
  const page = new AbortController();
  const refusal = toProblem(403, {}, null);
  const reports = await follow(
    page.signal,
    () => Promise.reject(refusal),
    () => Promise.resolve({ events: [], nextCursor: 'c1' }),
    () => {
      page.abort();
      return Promise.reject(noAnswer());
    },
  );
  expect(reports).toEqual([refusal, null]);
});

test('an expired cursor is no fault: the newest events follow', async () => {
  const page = new AbortController();
  const asked: (string | null)[] = [];
  const reports = await follow(
    page.signal,
    () => Promise.resolve({ events: [], nextCursor: 'c1' }),
    () => Promise.reject(toProblem(410, {}, null)),
    (after) => {
      asked.push(after);
      page.abort();
      return Promise.resolve({ events: [], nextCursor: 'c2' });
    },
  );
  expect([asked, reports]).toEqual([[null], [null, null]]);
});

test('a request that fails because the person leaves starts no pause', async () => {
  const page = new AbortController();
  const feed = { untilVisible: () => Promise.resolve(), add: () => undefined, report: () => undefined };
  const ask: Ask = () => {
    page.abort();
    return Promise.reject(noAnswer());
  };
  await followEvents({ ...feed, ask }, page.signal);
  expect(vi.getTimerCount()).toBe(0);
});
