import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { ImportedRowModel, type ImportedRow } from '@pas/shared/models/imported-row';
import type { ClientSession } from 'mongoose';
import type { ResolvedRow, SentRow } from './resolved-row.ts';

/** The fields of an import that its rows refer to. */
export type RowsOf = Pick<ImportRow, '_id' | 'tenantId' | 'createdAt'>;

/** Rows per insert. */
const batchSize = 1000;

/** Retention of rows after their upload, in milliseconds: 30 days. They hold personal data. */
const keptMs = 30 * 24 * 3_600_000;

/** Retention of unresolved rows: an hour longer than a plan is valid. A killed upload leaves them without an import. */
const unresolvedMs = 25 * 3_600_000;

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

function toStored({ _id, tenantId, createdAt }: RowsOf, sent: SentRow | ResolvedRow): ImportedRow {
  const row = { ...unresolved, ...sent };
  return {
    ...row,
    _id: `${_id}-${row.line}`,
    tenantId,
    importId: _id,
    execution: 'PLANNED',
    outcome: null,
    purgeAt: new Date(createdAt.getTime() + (row.verdict ? keptMs : unresolvedMs)),
  };
}

/** Stores rows of an import: few rows in the transaction that stores the import, many before it. */
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

/** Removes the stored rows of uploads that have become no import. */
export async function discardRows(drafts: readonly RowsOf[]): Promise<void> {
  for (const { _id, tenantId } of drafts) {
    if (await ImportModel.exists({ _id, tenantId })) continue;
    await ImportedRowModel.deleteMany({ tenantId, importId: _id });
  }
}

/** Leaves out rows that an erasure has emptied meanwhile. */
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
 * Replaces waiting rows by their resolved form. Delete and insert in one transaction cost a quarter of one
 * update per row. Rows that an erasure has emptied meanwhile stay empty.
 *
 * @param isCurrent decides within the transaction whether the rows are still replaced
 * @returns false if they are not
 */
export async function replaceRows(
  of: RowsOf,
  resolved: readonly ResolvedRow[],
  isCurrent: (session: ClientSession) => Promise<boolean> = async () => true,
): Promise<boolean> {
  const { tenantId } = of;
  const rows = resolved.map((row) => toStored(of, row));
  const waiting = { _id: { $in: rows.map(({ _id }) => _id) }, tenantId, execution: 'PLANNED' };
  return inTransaction(
    core,
    async (session) => {
      if (!(await isCurrent(session))) return false;
      const { deletedCount } = await ImportedRowModel.collection.deleteMany(waiting as never, { session });
      const all = deletedCount === rows.length;
      await insertRows(ImportedRowModel, all ? rows : await notErased(of, rows, session), session);
      return true;
    },
    tenantId,
  );
}

/** Rows of an upload: few in memory, many stored as they arrive. */
export interface StagedRows {
  count: number;
  /** All rows; null once they are stored. */
  inMemory: SentRow[] | null;
}

/** The maximum numbers of rows and of their characters in memory. */
const [maxRowsInMemory, maxCharactersInMemory] = [5000, 4_000_000];

const lengthOf = ({ cells }: SentRow): number => cells.reduce((sum, cell) => sum + cell.length, 0);

/**
 * Receives the rows of an upload with constant memory.
 *
 * @param stored gets the import before its first rows are stored
 */
export async function stageRows(
  of: RowsOf,
  rows: AsyncIterable<SentRow>,
  stored: RowsOf[],
): Promise<StagedRows> {
  const staged: StagedRows = { count: 0, inMemory: [] };
  let waiting: SentRow[] = [];
  let characters = 0;
  for await (const row of rows) {
    staged.count += 1;
    characters += lengthOf(row);
    waiting.push(row);
    if (staged.inMemory && (staged.count > maxRowsInMemory || characters > maxCharactersInMemory)) {
      staged.inMemory = null;
      stored.push(of);
    }
    if (staged.inMemory === null && waiting.length >= batchSize) {
      await storeRows(of, waiting);
      waiting = [];
    }
  }
  if (staged.inMemory === null) await storeRows(of, waiting);
  else staged.inMemory = waiting;
  return staged;
}
