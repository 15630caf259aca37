import { expect, test } from 'vitest';
import { countersSince, parseServerStatus } from './server-status.ts';

const status = (find: number, aborted: number) => ({
  metrics: {
    commands: {
      '<UNKNOWN>': 3,
      find: { failed: 0, total: find },
      insert: { failed: 1, total: 7 },
      drop: { failed: 0, total: 0 },
    },
  },
  transactions: { totalAborted: aborted, totalCommitted: 20 },
});

test('reads the counts of commands, and of aborted and committed transactions', () => {
  expect(parseServerStatus(status(5, 2))).toEqual({
    commands: { find: 5, insert: 7 },
    aborted: 2,
    committed: 20,
  });
});

test('a server without transactions counts no aborts and no commits', () => {
  expect(parseServerStatus({ metrics: { commands: {} } })).toEqual({
    commands: {},
    aborted: 0,
    committed: 0,
  });
});

test('returns the counts of the commands between two readings', () => {
  const [before, after] = [parseServerStatus(status(0, 2)), parseServerStatus(status(9, 6))];
  expect(countersSince(after, before)).toEqual({
    commands: { find: 9 },
    aborted: 4,
    committed: 0,
  });
});
