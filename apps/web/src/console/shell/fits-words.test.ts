import { expect, test } from 'vitest';
import { fitsWords } from './fits-words.ts';

test.each([
  ['north', true],
  ['plumb, north', true],
  ['obrien', true],
  ['jose', true],
  ['side', false],
  ['north door', false],
  [' , ', false],
])('%j finds a pass of Northside Plumbing, O’Brien and José: %s', (q, isFound) => {
  expect(fitsWords(q, ['Northside Plumbing, O’Brien, José', 'Vendor'])).toBe(isFound);
});
