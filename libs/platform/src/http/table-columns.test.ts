import { expect, test } from 'vitest';
import { z } from 'zod';
import { cellsOf, columnsOf, headerOf, toCsv } from './table-columns.ts';

const Door = z.object({
  id: z.string(),
  token: z.string(),
  address: z.object({ city: z.string(), geo: z.object({ lat: z.number() }).nullable() }).nullable(),
  isOpen: z.boolean(),
  holders: z.array(z.object({ name: z.string(), pin: z.string().nullable() })),
});
const table = { row: Door, without: ['token', 'pin'] };
const columns = columnsOf(table);

test('the header names fields in the order of the schema, nested ones dotted', () => {
  expect(headerOf(columns)).toEqual(['id', 'address.city', 'address.geo.lat', 'isOpen', 'holders']);
});

test('a list is JSON without the fields that are left out', () => {
  const row = {
    id: 'd',
    token: 't',
    address: { city: 'Rome', geo: null },
    isOpen: false,
    holders: [{ name: 'Ada', pin: '123456' }],
  };
  expect(cellsOf(row, columns, table)).toEqual(['d', 'Rome', '', 'false', '[{"name":"Ada"}]']);
});

test('a field that the row lacks is empty', () => {
  expect(cellsOf({ id: 'd', address: null }, columns, table)).toEqual(['d', '', '', '', '']);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('%j gets a leading apostrophe', (cell) => {
  expect(toCsv([[cell]])).toContain(`'${cell}`);
});

test('quotes, commas and line ends stay within their cell', () => {
  expect(toCsv([['a"b', 'c,d', 'e\nf', 'g\rh']])).toBe('"a""b","c,d","e\nf","g\rh"\n');
});
