import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
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

/** Of rows that are to be stored again, those that an erasure has not emptied meanwhile. */
async function notErased(
  { tenantId }: RowsOf,
  rows: readonly ImportedRow[],
  session: ClientSession,
): Promise<ImportedRow[]> {
  const left = await ImportedRowModel.find({ _id: { $in: rows.map(({ _id }) => _id) }, tenantId }, { _id: 1 })
    .session(session)
    .lean<Pick<ImportedRow, '_id'>[]>();
  const erased = new Set(left.map(({ _id }) => _id));
  return rows.filter(({ _id }) => !erased.has(_id));
}

/**
 * Stores rows again that wait to be resolved, with what resolving gave: they are removed and inserted in one transaction,
 * which costs a quarter of one update for each row. Rows that an erasure has emptied meanwhile stay so.
 */
export async function replaceRows(of: RowsOf, resolved: readonly ResolvedRow[]): Promise<void> {
  const { tenantId } = of;
  const rows = resolved.map((row) => toStored(of, row));
  const waiting = { _id: { $in: rows.map(({ _id }) => _id) }, tenantId, execution: 'PLANNED' };
  await inTransaction(
    core,
    async (session) => {
      const { deletedCount } = await ImportedRowModel.collection.deleteMany(waiting as never, { session });
      const all = deletedCount === rows.length;
      await insertRows(ImportedRowModel, all ? rows : await notErased(of, rows, session), session);
    },
    tenantId,
  );
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
