import { randomUUIDv7 } from 'node:crypto';
import type { ClientSession, Collection, Connection } from 'mongoose';
import { field, type RowOf } from './fields.ts';

/** What writes did to the rows of a collection. */
export interface CountEffect {
  /** Live rows more, or fewer. */
  rows: number;
  /** How many were deleted: what a page map of rows in order of their making has to know. */
  deletes: number;
  /** How many rows came to stand elsewhere: by a change of what lists are sorted by, or made at an earlier time. */
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
  /** True for the one row into which others are folded; without it the rows haven't been counted yet. */
  isBase: field.flag,
  rows: field.number,
  deletes: field.number,
  moves: field.number,
};

/**
 * A stored count. The sum over all counts of a tenant's collection is how many rows there are.
 *
 * Each change stores a count of its own instead of raising a counter: transactions of one tenant would otherwise wait
 * for each other at that counter. A change that publishes events stores it in their outbox rows, any other one here.
 */
export type RowCount = RowOf<typeof rowCountFields>;

/** Where counts stand that no outbox row carries; `lists/row-count.ts` declares it. */
export const rowCountsOf = (connection: Connection): Collection<RowCount> =>
  connection.collection<RowCount>('row_counts');

type Ledger = Map<string, TenantCount>;

/** The effects of the open transactions so far. */
const ledgers = new WeakMap<ClientSession, Ledger>();

/** Begins the ledger of a transaction and drops the notes of an earlier try. */
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

/** Notes what a write has done: in its transaction's ledger, or at once where it is in none. */
export async function noteCounts(
  connection: Connection,
  session: ClientSession | undefined,
  counts: readonly TenantCount[],
): Promise<void> {
  const ledger = session && ledgers.get(session);
  if (!ledger) return insertCounts(connection, session, counts);
  for (const count of counts) addTo(ledger, count);
}

/** Takes what a transaction has noted so far, for rows that the caller stores in the same transaction. */
export function takeCounts(session: ClientSession): TenantCount[] {
  const ledger = ledgers.get(session);
  const counts = [...(ledger?.values() ?? [])].filter((count) => !isNothing(count));
  ledger?.clear();
  return counts;
}

/** Stores the counts that were not taken, at the end of a transaction. */
export async function storeCounts(connection: Connection, session: ClientSession): Promise<void> {
  await insertCounts(connection, session, takeCounts(session));
}
