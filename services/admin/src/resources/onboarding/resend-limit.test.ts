import { expect, test } from 'vitest';
import { resendWaitMs } from './resend-limit.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const [second, hour] = [1000, 3_600_000];
const resent = (...agoMs: number[]) => agoMs.map((ms) => ({ at: new Date(now.getTime() - ms) }));

test.each([
  ['never before', resent(), 0],
  ['59 seconds ago', resent(59 * second), second],
  ['a minute ago', resent(60 * second), 0],
  ['four times today', resent(4 * hour, 3 * hour, 2 * hour, hour), 0],
  ['five times today', resent(23 * hour, 4 * hour, 3 * hour, 2 * hour, hour), hour],
  ['five times, the first of them a day ago', resent(24 * hour, 4 * hour, 3 * hour, 2 * hour, hour), 0],
  [
    'five times within the last hour',
    resent(...[50, 40, 30, 20, 0.5].map((m) => m * 60 * second)),
    24 * hour - 50 * 60 * second,
  ],
  ['in the future of a clock that is behind', resent(-5 * second), 65 * second],
])('an invite that was resent %s waits as long as it must', (_when, resends, waitMs) => {
  expect(resendWaitMs(resends, now)).toBe(waitMs);
});
