import { expect, test } from 'vitest';
import { findNamedBuilding, splitHome } from './find-home.ts';

test.each([
  ['12B, Harbor', { unitLabel: '12B', name: 'Harbor' }],
  ['Suite 4, rear, Maple Court', { unitLabel: 'Suite 4, rear', name: 'Maple Court' }],
  ['12B', null],
  ['12B,', null],
  [', Harbor', null],
])('%s is read as a unit and a building', (text, expected) => {
  expect(splitHome(text)).toEqual(expected);
});

const [court, view] = [
  { id: 'prop_1', name: 'Harbor' },
  { id: 'prop_2', name: 'Harbor View' },
];

test('a name resolves to the only building that fits, or to the one with exactly this name', () => {
  expect(findNamedBuilding('harb', [view])).toBe(view);
  expect(findNamedBuilding('harbor', [court, view])).toBe(court);
  expect(findNamedBuilding('harb', [court, view])).toBeNull();
  expect(findNamedBuilding('harb', [])).toBeNull();
});
