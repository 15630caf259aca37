import { expect, test } from 'vitest';
import { untilNextStep } from './answer-evenly.ts';

test.each([
  [0, 200],
  [3, 197],
  [199, 1],
  [201, 199],
  [350, 50],
])('work of %i ms waits %i ms more, so that short and long work end together', (elapsed, wait) => {
  expect(untilNextStep(elapsed)).toBe(wait);
});
