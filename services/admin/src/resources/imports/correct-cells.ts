import type { FieldProblem } from '@pas/platform/errors/fault';
import { invalid } from '@pas/platform/errors/raise';
import type { ImportRow } from '@pas/shared/models/import';
import { ImportedRowModel, type ImportedRow } from '@pas/shared/models/imported-row';
import type { ClientSession } from 'mongoose';

/** Another value of a cell. */
export interface CorrectedCell {
  line: number;
  /** The header of the column. */
  column: string;
  value: string;
}

const idOf = ({ _id }: ImportRow, line: number): string => `${_id}-${line}`;

/** Lists the lines that have cells: a proposed move-out has none, and those of an erased row stay empty. */
async function findLines(
  row: ImportRow,
  cells: readonly CorrectedCell[],
  session: ClientSession,
): Promise<Set<number>> {
  const ids = [...new Set(cells.map(({ line }) => idOf(row, line)))];
  const filter = { _id: { $in: ids }, tenantId: row.tenantId, execution: 'PLANNED' as const };
  const found = await ImportedRowModel.find(filter, { line: 1, verdict: 1 })
    .session(session)
    .lean<Pick<ImportedRow, 'line' | 'verdict'>[]>();
  return new Set(found.filter(({ verdict }) => verdict !== 'move_out').map(({ line }) => line));
}

function problemOf(
  { line, column }: CorrectedCell,
  at: number,
  known: { lines: ReadonlySet<number>; headers: readonly string[] },
): FieldProblem | null {
  const refuse = (field: 'line' | 'column', reason: string): FieldProblem => {
    const path = `cells.${at}.${field}`;
    return { path, code: 'invalid_value', message: `${path}: ${reason}` };
  };
  if (!known.lines.has(line)) return refuse('line', `The import has no row in line ${line}.`);
  if (known.headers.includes(column)) return null;
  return refuse('column', `The table has no such column. It has: ${known.headers.join(', ')}.`);
}

/**
 * Stores other values of cells by one read and one write, whatever their number.
 *
 * @throws invalid for lines and columns that the import does not have
 */
export async function correctCells(
  row: ImportRow,
  cells: readonly CorrectedCell[],
  session: ClientSession,
): Promise<void> {
  if (cells.length === 0) return;
  const headers = row.columns.map(({ header }) => header);
  const lines = await findLines(row, cells, session);
  const problems = cells.map((cell, at) => problemOf(cell, at, { lines, headers }));
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0) throw invalid(found);
  const steps = cells.map(({ line, column, value }) => ({
    updateOne: {
      filter: { _id: idOf(row, line), tenantId: row.tenantId },
      update: { $set: { [`cells.${headers.indexOf(column)}`]: value } },
    },
  }));
  await ImportedRowModel.collection.bulkWrite(steps as never, { session });
}
