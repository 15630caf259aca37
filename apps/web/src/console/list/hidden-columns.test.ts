import { expect, test } from 'vitest';
import { hiddenAsText, hiddenIn, shownColumns } from './hidden-columns.ts';

const columns = ['Name', 'Kind', 'State'].map((title) => ({ title }));

test('a list shows all columns but the hidden ones, and always the first', () => {
  expect(shownColumns(columns, hiddenIn(undefined))).toEqual(columns);
  expect(shownColumns(columns, hiddenIn('Name,State,Gone')).map(({ title }) => title)).toEqual([
    'Name',
    'Kind',
  ]);
});

test('the address names hidden columns, and nothing if all are shown', () => {
  expect([hiddenAsText(['Kind', 'State']), hiddenAsText([])]).toEqual(['Kind,State', undefined]);
});
