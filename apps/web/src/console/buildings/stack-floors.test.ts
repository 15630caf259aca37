import { describe, expect, test } from 'vitest';
import { floorOf, shortLabel, stackFloors, type Unit } from './stack-floors.ts';

describe('floorOf', () => {
  test.each([
    ['12', 'X', '12'],
    [null, '4B', '4'],
    [null, '412', '4'],
    [null, '1204', '12'],
    ['', '3-9', '3'],
    [null, 'PENTHOUSE', '?'],
    [null, '-1', '-1'],
    [null, '-204', '-2'],
    [null, '1-12', '1'],
  ])('for floor %j and label %j returns %j', (floor, labelKey, name) => {
    expect(floorOf({ floor, labelKey })).toBe(name);
  });
});

test('floors run from the highest down, with units in the order of their labels', () => {
  const unit = (label: string, floor: string | null): Unit =>
    ({ id: label, label, labelKey: label, floor }) as unknown as Unit;
  const units = [
    unit('10', '1'),
    unit('2', '1'),
    unit('A', '12'),
    unit('C', 'G'),
    unit('D', 'B1'),
    unit('E', '2'),
  ];
  const floors = stackFloors(units).map(({ name, units: onFloor }) => [
    name,
    onFloor.map(({ label }) => label),
  ]);
  expect(floors).toEqual([
    ['12', ['A']],
    ['2', ['E']],
    ['1', ['2', '10']],
    ['G', ['C']],
    ['B1', ['D']],
  ]);
});

test.each([
  ['Apt 12A', '12A', '12A'],
  ['Unit 3b', '3B', '3b'],
  ['Loft 3-1', 'LOFT3-1', 'Loft 3-1'],
  ['1/12', '1-12', '1/12'],
  ['4B', '4B~2', '4B'],
])('the label %j with the key %j shortens to %j', (label, labelKey, shown) => {
  expect(shortLabel({ label, labelKey })).toBe(shown);
});
