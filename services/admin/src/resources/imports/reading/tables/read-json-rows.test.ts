import { expect, test } from 'vitest';
import type { SentRow } from '../../rows/resolved-row.ts';
import { readJsonRows, type JsonCell } from './read-json-rows.ts';

type JsonRow = Readonly<Record<string, JsonCell>>;

async function recordsOf(rows: readonly JsonRow[]): Promise<SentRow[]> {
  const records: SentRow[] = [];
  for await (const record of readJsonRows(rows)) records.push(record);
  return records;
}

/** Returns a row with a number of names. */
const wide = (names: number): JsonRow =>
  Object.fromEntries(Array.from({ length: names }, (_, at) => [`c${at}`, at]));

test('the names of all rows form the header, in the order of their first use', async () => {
  const records = await recordsOf([
    { unit: '4B', phone: '' },
    { email: 'ana@example.test', unit: '5C' },
    { floor: 2, phone: '+12025550123', email: 'ben@example.test' },
  ]);
  expect(records).toEqual([
    { line: 0, cells: ['unit', 'phone', 'email', 'floor'] },
    { line: 1, cells: ['4B', '', '', ''] },
    { line: 2, cells: ['5C', '', 'ana@example.test', ''] },
    { line: 3, cells: ['', '+12025550123', 'ben@example.test', '2'] },
  ]);
});

test('numbers and booleans become texts, and null an empty cell', async () => {
  const [, row] = await recordsOf([{ unit: 0, floor: false, phone: null, email: 4.5 }]);
  expect(row?.cells).toEqual(['0', 'false', '', '4.5']);
});

test('a name that every object inherits is empty in a row without it', async () => {
  const [header, , second] = await recordsOf([{ constructor: 'x' }, { unit: '4B' }]);
  expect([header?.cells, second?.cells]).toEqual([
    ['constructor', 'unit'],
    ['', '4B'],
  ]);
});

test('a hundred names are read', async () => {
  const [header] = await recordsOf([wide(50), wide(100)]);
  expect(header?.cells).toHaveLength(100);
});

test('more than a hundred names over all rows are refused', () => {
  expect(() => readJsonRows([wide(100), { another: 1 }])).toThrow(/has 101 columns/);
});
