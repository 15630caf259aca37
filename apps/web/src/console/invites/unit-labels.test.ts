import { expect, test } from 'vitest';
import { searchTextOf, unitNamed } from './unit-labels.ts';

test.each([
  ['Apt. 4B', '4B'],
  ['Unit #12', '12'],
  ['Apt5', '5'],
  ['Aptos 5', 'Aptos 5'],
  ['Suite', 'Suite'],
])('units with the label %s are searched by %s', (label, text) => {
  expect(searchTextOf(label)).toBe(text);
});

const units = [
  { label: 'Apt 4B', labelKey: '4B' },
  { label: '4b', labelKey: '4B~2' },
  { label: '1/12', labelKey: '1-12' },
  { label: '3', labelKey: '3' },
];

test.each([
  ['apt 4b', 'Apt 4B'],
  ['4B', '4b'],
  ['Unit 4-B', 'Apt 4B'],
  ['1.12', '1/12'],
  ['11.2', undefined],
  ['3Z', undefined],
])('%s names the unit %s', (text, label) => {
  expect(unitNamed(units, text)?.label).toBe(label);
});
