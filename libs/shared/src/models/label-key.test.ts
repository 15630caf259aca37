import { expect, test } from 'vitest';
import { toLabelKey } from './label-key.ts';

test.each([
  ['4B', '4B'],
  ['apt 4b', '4B'],
  ['Apt. 4-B', '4B'],
  ['APARTMENT 4 B', '4B'],
  ['#4B', '4B'],
  ['Unit #4B', '4B'],
  ['12-3', '12-3'],
  ['12 – 3', '12-3'],
  ['1--2', '1-2'],
  ['A-12', 'A12'],
  ['Penthouse', 'PENTHOUSE'],
  ['United 5', 'UNITED5'],
  ['Unit', 'UNIT'],
  ['４Ｂ', '4B'],
  ['Straße 1', 'STRASSE1'],
])('%s is compared as %s', (label, key) => {
  expect(toLabelKey(label)).toBe(key);
});

test('a label of nothing but punctuation names no unit', () => {
  expect(toLabelKey(' -- ')).toBe('');
});
