import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awaitAttempt } from './await-attempt.ts';

const pending = { status: 'PENDING', expiresAt: '2026-06-05T12:00:10.000Z' };
const opened = { ...pending, status: 'SUCCEEDED' };

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test.each(['2026-06-05T11:00:00.000Z', '2026-06-05T12:00:00.000Z', '2026-06-05T13:00:00.000Z'])(
  'the answer of a door is accepted on a device whose clock shows %s',
  async (time) => {
    vi.setSystemTime(time);
    const answers = [pending, opened];
    expect(await awaitAttempt(pending, async () => answers.shift() ?? opened)).toEqual(opened);
    expect(answers).toEqual([]);
  },
);

test('an attempt without an answer ends after fifteen seconds', async () => {
  let reads = 0;
  const readAgain = async () => {
    reads += 1;
    vi.advanceTimersByTime(5000);
    return pending;
  };
  expect(await awaitAttempt(pending, readAgain)).toEqual(pending);
  expect(reads).toBe(3);
});
