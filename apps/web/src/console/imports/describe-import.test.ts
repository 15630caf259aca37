import { expect, test } from 'vitest';
import {
  canInvite,
  canUndo,
  faultInWords,
  groupErrors,
  namesOfLines,
  shownColumns,
  summarize,
  valueInWords,
} from './describe-import.ts';
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
  expect(
    faultInWords('property: Name the property in each row, or send propertyId for the whole import.'),
  ).toBe('Building: name the building in each row, or choose a building for the whole import.');
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

const totals = { rows: 200, create: 0, update: 0, unchanged: 0, skip: 0, error: 0, moveOut: 0, reverted: 0 };

test.each([
  [{}, 0, 'No changes: the data already matches the file.'],
  [{ create: 170, error: 30 }, 4, '170 new residents in 4 new units, 30 rows skipped because of errors.'],
  [{ create: 1, update: 1, moveOut: 2 }, 0, '1 new resident, 1 resident to change, 2 residents to move out.'],
  [{ update: 2 }, 1, '2 residents to change in 1 new unit.'],
])('a plan with %o and %i new units reads “%s”', (counts, newUnits, words) => {
  expect(summarize({ totals: { ...totals, ...counts }, newUnits })).toBe(words);
});

test.each([
  ['residence.startsAt', '2027-02-01T05:00:00.000Z', 'Feb 1, 2027'],
  ['residence.startsAt', '2027-02-01T04:59:59.000Z', 'Jan 31, 2027'],
  ['residence.endsAt', '2027-03-01T05:00:00.000Z', 'Feb 28, 2027'],
  ['residence.unit', '4B', '4B'],
])('%s %s in New York reads %s', (field, value, words) => {
  expect(valueInWords({ field }, value, 'America/New_York')).toBe(words);
});

test('a table of rows shows every column with a field, and others while there is room', () => {
  const column = (header: string, field: 'unit' | null) => ({
    header,
    field,
    confidence: 1,
    samples: [],
    dateOrder: null,
  });
  const others = Array.from({ length: 9 }, (_, at) => column(`Other ${at}`, null));
  const shown = shownColumns({ columns: [...others, column('Apt', 'unit')] });
  expect(shown.map(({ header }) => header)).toEqual([
    ...Array.from({ length: 7 }, (_, at) => `Other ${at}`),
    'Apt',
  ]);
  expect(shown.at(-1)?.at).toBe(9);
});

test.each([
  ['COMMITTED', 'NONE', 170, true],
  ['COMMITTED', 'DISPATCH', 170, false],
  ['COMMITTED', 'NONE', 0, false],
  ['VALIDATED', 'NONE', 170, false],
] as const)('an import that is %s with invites %s and %i new residents offers invites: %s', (...row) => {
  const [status, invite, create, expected] = row;
  expect(canInvite({ status, options: { invite }, totals: { create } } as Import)).toBe(expected);
});
