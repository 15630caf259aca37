import { expect, test } from 'vitest';
import { contrastWithWhite } from './contrast.ts';

test.each([
  ['#000000', 21],
  ['#ffffff', 1],
  ['#767676', 4.54],
  ['#777777', 4.48],
  ['#1d5fc4', 6.03],
])('the contrast of %s with white is %f', (color, contrast) => {
  expect(contrastWithWhite(color)).toBeCloseTo(contrast, 1);
});
