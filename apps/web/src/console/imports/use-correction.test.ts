import { expect, test } from 'vitest';
import { cellsOf, editOf, withEdit, type CellEdits } from './use-correction.ts';

const none: CellEdits = new Map();

test('typed values are kept by line and column, the last one of a cell', () => {
  const first = withEdit(none, { line: 3, column: 'E mail', value: 'a@b' }, 'a');
  const second = withEdit(first, { line: 12, column: 'Apt', value: '4B' }, '4b');
  const edits = withEdit(second, { line: 3, column: 'E mail', value: 'a@b.test' }, 'a');
  expect(cellsOf(edits)).toEqual([
    { line: 3, column: 'E mail', value: 'a@b.test' },
    { line: 12, column: 'Apt', value: '4B' },
  ]);
  expect([editOf(edits, 3, 'E mail'), editOf(edits, 3, 'Apt')]).toEqual(['a@b.test', undefined]);
});

test('a value typed back to that of the file is no correction', () => {
  const typed = withEdit(none, { line: 3, column: 'Apt', value: '' }, '4B');
  expect(cellsOf(typed)).toEqual([{ line: 3, column: 'Apt', value: '' }]);
  expect(cellsOf(withEdit(typed, { line: 3, column: 'Apt', value: '4B' }, '4B'))).toEqual([]);
});
