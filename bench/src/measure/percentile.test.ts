import { expect, test } from 'vitest';
import { percentile } from './percentile.ts';

test.each([
  [[5, 1, 3], 0.5, 3],
  [[4, 2, 1, 3], 0.5, 2],
  [[1, 2, 3], 0.99, 3],
  [[8], 0.5, 8],
  [[], 0.5, NaN],
])('figures %j at the share %d yield %d', (figures, share, found) => {
  expect(percentile(figures, share)).toBe(found);
});
