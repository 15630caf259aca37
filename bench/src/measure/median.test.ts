import { expect, test } from 'vitest';
import { median } from './median.ts';

test.each([
  [[7], 7],
  [[9, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[], NaN],
])('the median of %j is %d', (figures, middle) => {
  expect(median(figures)).toBe(middle);
});
