import { ImportedRowModel, type ImportedRow } from '../models/imported-row.ts';
import { contactPattern, erased, erasedText, type Person } from './person.ts';
import { personalRows } from './personal-rows.ts';
import { eraserWithin, patternWithin } from './values-within.ts';

/** Whether a row is the person's. A row without a user is, if a cell holds one of the person's contacts. */
function isOwnRow({ userId, cells }: ImportedRow, person: Person): boolean {
  if (userId !== null) return userId === person.userId;
  const pattern = contactPattern(person);
  return pattern !== null && cells.some((cell) => pattern.test(cell));
}

/** Neither the commit nor a revert finds the row afterwards. */
const withoutOperation = ({ execution }: ImportedRow): Partial<ImportedRow> => ({
  operation: null,
  outcome: null,
  execution: execution === 'PLANNED' ? 'STALE' : 'KEPT',
});

const eraseOwnRow = (row: ImportedRow): Partial<ImportedRow> => ({
  cells: row.cells.map((cell) => (cell === '' ? '' : erased)),
  changes: row.changes.map((change) => ({
    ...change,
    before: erasedText(change.before),
    after: erasedText(change.after),
  })),
  problems: row.problems.map((problem) => ({ ...problem, message: erased, suggestion: null })),
  ...withoutOperation(row),
});

/** Erases the person's values in a row of somebody else, such as a phone in a note. */
function eraseWithin(row: ImportedRow, person: Person): Partial<ImportedRow> {
  const clean = eraserWithin(person);
  const cleanOrNull = (text: string | null): string | null => text && clean(text);
  const operation = JSON.stringify([row.operation, row.outcome]);
  return {
    cells: row.cells.map(clean),
    changes: row.changes.map((change) => ({
      ...change,
      before: cleanOrNull(change.before),
      after: cleanOrNull(change.after),
    })),
    problems: row.problems.map((problem) => ({
      ...problem,
      message: clean(problem.message),
      suggestion: cleanOrNull(problem.suggestion),
    })),
    ...(clean(operation) !== operation && withoutOperation(row)),
  };
}

/** Rows of imports: the person's own, and rows of others with the person's values in a cell. */
export const importedRows = personalRows({
  model: ImportedRowModel,
  find: (person) => {
    const { tenantId, userId } = person;
    const sources = [contactPattern(person)?.source, patternWithin(person)].filter(
      (source) => source != null,
    );
    const cells = { $regex: sources.join('|'), $options: 'i' };
    return [
      { tenantId, userId },
      // Rows of a running upload have no import yet. All rows are removed after 30 days.
      ...(sources.length === 0 ? [] : [{ tenantId, userId: { $ne: userId }, cells }]),
    ];
  },
  shown: ['importId', 'line', 'verdict', 'cells', 'changes', 'execution'],
  isShown: isOwnRow,
  erase: (row, person) => (isOwnRow(row, person) ? eraseOwnRow(row) : eraseWithin(row, person)),
});
