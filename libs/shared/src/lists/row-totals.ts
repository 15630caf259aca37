import type { ClientSession, Model } from 'mongoose';
import { RowCountModel } from '../models/row-count.ts';
import { core } from '../mongo/connections.ts';
import type { RowCount } from '../mongo/count-writes.ts';
import { duplicateKeyOf } from '../mongo/duplicate-key.ts';
import { inTransaction } from '../mongo/in-transaction.ts';

/** How many live rows a tenant has in a collection, and what has happened to their order so far. */
export type RowTotals = Pick<RowCount, 'rows' | 'deletes' | 'moves'>;

/** A tenant's rows of one collection. */
export interface CountedRows {
  // Any row will do: only its collection is asked.
  model: Model<never>;
  tenantId: string;
}

const nothing: RowTotals = { rows: 0, deletes: 0, moves: 0 };

const sum = (counts: readonly RowTotals[]): RowTotals =>
  counts.reduce(
    (total, count) => ({
      rows: total.rows + count.rows,
      deletes: total.deletes + count.deletes,
      moves: total.moves + count.moves,
    }),
    nothing,
  );

const of = ({ model, tenantId }: CountedRows) => ({ tenantId, rowsOf: model.collection.name });

/** Counts that wait to be folded; more of them than this cost a reader more than folding does. */
const maxUnfolded = 256;

/** As many at once as a transaction bears easily; the rest is folded by the next reader. */
const maxFolded = 5000;

const baseId = ({ model, tenantId }: CountedRows): string => `${tenantId}|${model.collection.name}`;

/**
 * Counts a tenant's rows and starts the sum anew from there. Rows and counts are read at one moment, and whoever
 * writes one writes the other in the same transaction, so that none is counted twice or missed.
 */
export async function recount(counted: CountedRows): Promise<RowTotals> {
  return inTransaction(core, async (session) => {
    const { model, tenantId } = counted;
    const filter = { tenantId, ...(model.schema.path('isLive') && { isLive: true }) };
    const rows = await model.countDocuments(filter as object, { session });
    const counts = await RowCountModel.find(of(counted), null, { session }).lean<RowCount[]>();
    const totals = { ...sum(counts), rows };
    await replaceCounts(counted, { counts, totals, session });
    return totals;
  });
}

interface Replacement {
  counts: readonly RowCount[];
  totals: RowTotals;
  session: ClientSession;
}

async function replaceCounts(counted: CountedRows, { counts, totals, session }: Replacement): Promise<void> {
  const ids = counts.map(({ _id }) => _id);
  if (ids.length > 0) await RowCountModel.deleteMany({ ...of(counted), _id: { $in: ids } }, { session });
  await RowCountModel.insertMany([{ _id: baseId(counted), ...of(counted), isBase: true, ...totals }], {
    session,
  });
}

/** Folds what has been written since the last time into one row. */
async function fold(counted: CountedRows): Promise<void> {
  await inTransaction(core, async (session) => {
    const options = { session, limit: maxFolded, sort: { isBase: -1 as const } };
    const counts = await RowCountModel.find(of(counted), null, options).lean<RowCount[]>();
    if (!counts.some(({ isBase }) => isBase)) return;
    await replaceCounts(counted, { counts, totals: sum(counts), session });
  });
}

const folding = new Set<string>();

/** One fold at a time of the same rows; another process that folds them too makes one of both give way. */
async function foldOnce(counted: CountedRows): Promise<void> {
  const id = baseId(counted);
  if (folding.has(id)) return;
  folding.add(id);
  try {
    await fold(counted);
  } finally {
    folding.delete(id);
  }
}

/** The first readers of a tenant's rows count at the same time; one of them is the first to say so. */
async function recountOnce(counted: CountedRows): Promise<RowTotals> {
  try {
    return await recount(counted);
  } catch (error) {
    if (duplicateKeyOf(error) === null) throw error;
    return recount(counted);
  }
}

/**
 * Reads how many live rows a tenant has, at the cost of a few small rows however many there are.
 *
 * The counts are read at one moment of the store: between a base and what is folded into it, a sum would miss rows.
 *
 * @param session a snapshot to read in; without it the latest one is taken
 */
export async function readTotals(counted: CountedRows, session?: ClientSession): Promise<RowTotals> {
  const options = session ? { session } : { readConcern: { level: 'snapshot' as const } };
  const counts = await RowCountModel.find(of(counted), null, options).lean<RowCount[]>();
  if (!counts.some(({ isBase }) => isBase)) return recountOnce(counted);
  // Nobody waits for it, and nothing is lost when it fails: the next reader folds.
  if (counts.length > maxUnfolded) foldOnce(counted).catch(() => undefined);
  return sum(counts);
}
