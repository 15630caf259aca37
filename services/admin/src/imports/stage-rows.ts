import { insertRows } from '@pas/platform/mongo/insert-rows';
import type { ImportRow } from '@pas/shared/models/import';
import { ImportedRowModel, type ImportedRow } from '@pas/shared/models/imported-row';
import type { ClientSession } from 'mongoose';
import type { ResolvedRow, SentRow } from './resolved-row.ts';

/** An import as its rows refer to it. */
export type RowsOf = Pick<ImportRow, '_id' | 'tenantId' | 'createdAt'>;

/** Rows in one insert. */
const batchSize = 1000;

/** How long rows are kept after their upload, in milliseconds: 30 days. They hold personal data. */
const keptMs = 30 * 24 * 3_600_000;

const unresolved: Omit<ResolvedRow, 'line' | 'cells' | 'verdict'> & { verdict: null } = {
  verdict: null,
  propertyId: null,
  unitId: null,
  userId: null,
  personLine: null,
  unitLine: null,
  operation: null,
  changes: [],
  problems: [],
};

function toStored({ _id, tenantId, createdAt }: RowsOf, row: SentRow | ResolvedRow): ImportedRow {
  return {
    ...unresolved,
    ...row,
    _id: `${_id}-${row.line}`,
    tenantId,
    importId: _id,
    execution: 'PLANNED',
    outcome: null,
    purgeAt: new Date(createdAt.getTime() + keptMs),
  };
}

/**
 * Stores rows of an import: few in the transaction that stores the import, many before it. Rows of a large upload that
 * was cut off belong to no import; they are removed at their time.
 */
export async function storeRows(
  of: RowsOf,
  rows: readonly (SentRow | ResolvedRow)[],
  session: ClientSession | null = null,
): Promise<void> {
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize).map((row) => toStored(of, row));
    await insertRows(ImportedRowModel, batch, session);
  }
}

/** The rows of an upload: in memory if they are few, otherwise stored as they arrive. */
export interface StagedRows {
  count: number;
  /** All rows; null once they are stored. */
  held: SentRow[] | null;
}

/** The most rows, and the most characters of them, that are held in memory. */
const [maxHeldRows, maxHeldCharacters] = [5000, 4_000_000];

const lengthOf = ({ cells }: SentRow): number => cells.reduce((sum, cell) => sum + cell.length, 0);

/** Takes the rows of an upload as they arrive, with a constant need of memory. */
export async function stageRows(of: RowsOf, rows: AsyncIterable<SentRow>): Promise<StagedRows> {
  const staged: StagedRows = { count: 0, held: [] };
  let waiting: SentRow[] = [];
  let characters = 0;
  for await (const row of rows) {
    staged.count += 1;
    characters += lengthOf(row);
    waiting.push(row);
    if (staged.count > maxHeldRows || characters > maxHeldCharacters) staged.held = null;
    if (staged.held === null && waiting.length >= batchSize) {
      await storeRows(of, waiting);
      waiting = [];
    }
  }
  if (staged.held === null) await storeRows(of, waiting);
  else staged.held = waiting;
  return staged;
}
