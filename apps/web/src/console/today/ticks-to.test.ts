import { expect, test } from 'vitest';
import { ticksTo } from './ticks-to.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [19, [0, 5, 10, 15, 20]],
  [33, [0, 10, 20, 30, 40]],
  [400, [0, 100, 200, 300, 400]],
  [410, [0, 200, 400, 600]],
])('an axis for values up to %i has the ticks %j', (most, ticks) => {
  expect(ticksTo(most)).toEqual(ticks);
});
