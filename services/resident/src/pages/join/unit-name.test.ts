import { expect, test } from 'vitest';
import { unitName } from './unit-name.ts';

test.each([
  ['505', 'unit 505'],
  ['4B', 'unit 4B'],
  ['#12', 'unit 12'],
  ['PH', 'unit PH'],
  ['1.12', 'unit 1.12'],
  ['Apt 4B', 'Apt 4B'],
  ['Apt5', 'Apt5'],
  ['Unit 7', 'Unit 7'],
  ['Penthouse', 'Penthouse'],
  ['Wohnung 3', 'Wohnung 3'],
])('the unit %s is called “%s”', (label, name) => {
  expect(unitName(label)).toBe(name);
});
