import { randomUUIDv7 } from 'node:crypto';
import type { ClientSession, Collection, Connection } from 'mongoose';
import { field, type RowOf } from './fields.ts';

/** Effect of writes on the rows of a collection. */
export interface CountEffect {
  /** Change of the number of live rows. */
  rows: number;
  /** Number of deleted rows, which invalidates page maps in order of creation. */
  deletes: number;
  /** Number of rows that moved in a list, through a changed sort field or an earlier time of creation. */
  moves: number;
}

/** The effect of writes on one tenant's rows of one collection. */
export interface TenantCount extends CountEffect {
  tenantId: string;
  /** The collection that is counted. */
  rowsOf: string;
}

export const rowCountFields = {
  _id: field.text,
  tenantId: field.text,
  rowsOf: field.text,
  /** True for the one row into which others are folded. Without such a row, the rows have not been counted yet. */
  isBase: field.flag,
  rows: field.number,
  deletes: field.number,
  moves: field.number,
};

/**
 * A stored count. The sum of all counts of a tenant's collection is the number of its rows.
 *
 * Each change stores its own count instead of incrementing a counter, on which transactions of one tenant would
 * conflict. A change that publishes events stores it in their outbox rows, any other change here.
 */
export type RowCount = RowOf<typeof rowCountFields>;

/** Returns the collection of the counts that no outbox row carries; `lists/row-count.ts` declares it. */
export const rowCountsOf = (connection: Connection): Collection<RowCount> =>
  connection.collection<RowCount>('row_counts');

type Ledger = Map<string, TenantCount>;

/** The effects of the open transactions so far. */
const ledgers = new WeakMap<ClientSession, Ledger>();

/** Begins the ledger of a transaction and drops the counts of an earlier try. */
export function openLedger(session: ClientSession): void {
  ledgers.set(session, new Map());
}

const isNothing = ({ rows, deletes, moves }: CountEffect): boolean =>
  rows === 0 && deletes === 0 && moves === 0;

function addTo(ledger: Ledger, count: TenantCount): void {
  const key = `${count.rowsOf}|${count.tenantId}`;
  const { rows, deletes, moves } = ledger.get(key) ?? { rows: 0, deletes: 0, moves: 0 };
  ledger.set(key, {
    ...count,
    rows: rows + count.rows,
    deletes: deletes + count.deletes,
    moves: moves + count.moves,
  });
}

async function insertCounts(
  connection: Connection,
  session: ClientSession | undefined,
  counts: readonly TenantCount[],
): Promise<void> {
  const rows = counts
    .filter((count) => !isNothing(count))
    .map((count) => ({ _id: randomUUIDv7(), isBase: false, ...count }));
  if (rows.length > 0) await rowCountsOf(connection).insertMany(rows, session ? { session } : {});
}

/** Records the effect of a write: in its transaction's ledger, or immediately without a transaction. */
export async function recordCounts(
  connection: Connection,
  session: ClientSession | undefined,
  counts: readonly TenantCount[],
): Promise<void> {
  const ledger = session && ledgers.get(session);
  if (!ledger) return insertCounts(connection, session, counts);
  for (const count of counts) addTo(ledger, count);
}

/** Takes the counts of a transaction so far, for rows that the caller stores in the same transaction. */
export function takeCounts(session: ClientSession): TenantCount[] {
  const ledger = ledgers.get(session);
  const counts = [...(ledger?.values() ?? [])].filter((count) => !isNothing(count));
  ledger?.clear();
  return counts;
}

/** Stores the remaining counts at the end of a transaction. */
export async function storeCounts(connection: Connection, session: ClientSession): Promise<void> {
  await insertCounts(connection, session, takeCounts(session));
}
