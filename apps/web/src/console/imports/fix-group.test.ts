import { expect, test } from 'vitest';
import type { FaultGroup } from './describe-import.ts';
import { fixBuilding, suggestedCells } from './fix-group.ts';
import type { Import } from './import-queries.ts';

const maple = { id: 'prop_1', name: 'Maple Court' };

const group: FaultGroup = {
  column: 'Building',
  code: 'unknown_property',
  field: 'property',
  message: 'Building: there is no building “MC” here.',
  lines: [2, 5],
  suggestions: [{ line: 5, text: 'Maple Court' }],
};

const plan = (rows: number, propertyId: string | null = null, header = 'Building') =>
  ({ propertyId, totals: { rows }, columns: [{ header }] }) as unknown as Import;

test('a building is written into the rows that name none, beside rows that name another', () => {
  expect(fixBuilding(plan(3), group, maple)).toEqual({
    cells: [
      { line: 2, column: 'Building', value: 'Maple Court' },
      { line: 5, column: 'Building', value: 'Maple Court' },
    ],
  });
});

test.each([
  ['no row names a known building', plan(2)],
  ['the import has one building', plan(3, 'prop_1')],
])('the column is left out where %s', (_when, each) => {
  expect(fixBuilding(each, group, maple)).toEqual({ propertyId: 'prop_1', mapping: { Building: null } });
});

test('a file without a column for buildings gets the building for all rows', () => {
  expect(fixBuilding(plan(2, null, 'Apt'), group, maple)).toEqual({ propertyId: 'prop_1' });
});

test('suggestions become the values of their cells', () => {
  expect(suggestedCells(group)).toEqual([{ line: 5, column: 'Building', value: 'Maple Court' }]);
});
