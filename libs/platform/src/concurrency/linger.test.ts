import { expect, test } from 'vitest';
import { lingerMs } from './linger.ts';

test.each([
  [0, 20],
  [1, 20],
  [2, 40],
  [4, 60],
  [8, 80],
  [500, 80],
])('after a batch of %i, the next one waits %i ms for more', (lastBatch, expected) => {
  expect(lingerMs(lastBatch)).toBe(expected);
});
