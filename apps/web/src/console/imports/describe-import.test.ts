import { expect, test } from 'vitest';
import { canUndo, faultInWords, groupErrors, namesOfLines } from './describe-import.ts';
import type { Import } from './import-queries.ts';

const error = (column: string, code: string, suggestion: string | null = null) => ({
  column,
  code,
  message: `${column} is wrong`,
  suggestion,
});

test('errors are grouped by column and kind, the most frequent first', () => {
  const groups = groupErrors([
    { line: 2, errors: [error('Unit', 'unknown_unit')] },
    { line: 3, errors: [error('Mail', 'invalid_email', 'a@b.test'), error('Unit', 'missing_required')] },
    { line: 7, errors: [error('Mail', 'invalid_email')] },
  ]);
  expect(groups.map(({ column, code, lines }) => [column, code, lines])).toEqual([
    ['Mail', 'invalid_email', [3, 7]],
    ['Unit', 'unknown_unit', [2]],
    ['Unit', 'missing_required', [3]],
  ]);
  expect(groups[0]?.suggestions).toEqual([{ line: 3, text: 'a@b.test' }]);
});

test('an error names its field as the page does', () => {
  expect(faultInWords('unit: Is required.')).toBe('Unit: is required.');
  expect(faultInWords('email: “robin” is not an e-mail address.')).toBe(
    'E-mail: “robin” is not an e-mail address.',
  );
  expect(faultInWords('note: stands as it is')).toBe('note: stands as it is');
});

test('long lists of lines are shortened to a count', () => {
  expect(namesOfLines([2, 3])).toBe('2, 3');
  expect(namesOfLines([2, 3, 4, 5], 2)).toBe('2, 3 and 2 more');
});

test.each([
  ['COMMITTED', '2026-03-01T09:00:00.000Z', true],
  ['COMMITTED', '2026-02-28T08:00:00.000Z', false],
  ['REVERTED', '2026-03-01T09:00:00.000Z', false],
  ['VALIDATED', null, false],
] as const)('%s at %s can be undone: %s', (status, committedAt, expected) => {
  const now = Date.parse('2026-03-01T10:00:00.000Z');
  expect(canUndo({ status, committedAt } as Import, now)).toBe(expected);
});
