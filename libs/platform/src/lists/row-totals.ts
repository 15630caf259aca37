import type { ClientSession, Model } from 'mongoose';
import { isolate } from '../background/isolate.ts';
import { withoutDeadline } from '../deadline/deadline.ts';
import { OutboxModel, type OutboxRow } from '../events/outbox.ts';
import { listedRowsOf } from './order-index.ts';
import { RowCountModel } from './row-count.ts';
import type { Logger } from '../log/logger.ts';
import { core } from '../mongo/connections.ts';
import type { CountEffect, RowCount } from '../mongo/count-ledger.ts';
import { insertRows } from '../mongo/insert-rows.ts';
import { duplicateKeyOf } from '../mongo/duplicate-key.ts';
import { inTransaction } from '../mongo/in-transaction.ts';

/** Number of listed rows of a tenant in a collection, and the changes of their order so far. */
export type RowTotals = CountEffect;

/** A tenant's rows of one collection. */
export interface CountedRows {
  // The type of the rows does not matter, because only the collection is used.
  model: Model<never>;
  tenantId: string;
}

type CarriedCount = RowTotals & Pick<OutboxRow, '_id' | 'state' | 'lockUntil'>;

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

const keyFieldsOf = ({ model, tenantId }: CountedRows) => ({ tenantId, rowsOf: model.collection.name });

const baseId = ({ model, tenantId }: CountedRows): string => `${tenantId}|${model.collection.name}`;

/** The number of unfolded counts above which a read costs more than a fold. */
const maxUnfolded = 256;

/** Maximum counts that one transaction folds. The next reader folds the rest. */
const maxFolded = 5000;

interface StoredCounts {
  /** The row of `row_counts` that holds the sum of all folded counts; null before the first count of the rows. */
  base: RowCount | null;
  /** The other rows of `row_counts`. */
  counts: RowCount[];
  /** The counts in outbox rows that no process has locked. */
  carried: CarriedCount[];
  /**
   * The counts in locked outbox rows, which are folded later. Their processes are about to mark the rows as sent, and
   * a fold would conflict with that.
   */
  locked: CarriedCount[];
}

/**
 * Reads the base and up to `limit` counts of each collection, without locked ones. Without a limit it reads all counts.
 */
async function readStored(
  counted: CountedRows,
  session: ClientSession,
  limit: number | null = null,
): Promise<StoredCounts> {
  const options = { session, ...(limit !== null && { limit }) };
  const fields = { _id: 1, rows: 1, deletes: 1, moves: 1, state: 1, lockUntil: 1 };
  const base = await RowCountModel.findOne({ _id: baseId(counted), ...keyFieldsOf(counted) }, null, {
    session,
  }).lean<RowCount>();
  const unfolded = { ...keyFieldsOf(counted), isBase: false };
  const counts = await RowCountModel.find(unfolded, null, options).lean<RowCount[]>();
  const now = new Date();
  const unlocked = { $or: [{ state: 'sent' as const }, { lockUntil: { $lte: now } }] };
  const carriers = { ...keyFieldsOf(counted), ...(limit !== null && unlocked) };
  const rows = await OutboxModel.find(carriers, fields, options).lean<CarriedCount[]>();
  const isLocked = ({ state, lockUntil }: CarriedCount): boolean => state === 'new' && lockUntil > now;
  const locked = rows.filter(isLocked);
  return { base, counts, carried: rows.filter((row) => !isLocked(row)), locked };
}

/** Sums the counts that a base replaces. */
const sumOf = ({ base, counts, carried }: StoredCounts): RowTotals =>
  sum([...(base ? [base] : []), ...counts, ...carried]);

interface Replacement extends Omit<StoredCounts, 'locked'> {
  totals: RowTotals;
  session: ClientSession;
}

/** Replaces counts by one base. They were read in the same transaction. */
async function replaceCounts(counted: CountedRows, replacement: Replacement): Promise<void> {
  const { base, counts, carried, totals, session } = replacement;
  const ids = [...(base ? [base] : []), ...counts].map(({ _id }) => _id);
  if (ids.length > 0)
    await RowCountModel.deleteMany({ ...keyFieldsOf(counted), _id: { $in: ids } }, { session });
  const newBase = { _id: baseId(counted), ...keyFieldsOf(counted), isBase: true, ...totals };
  await insertRows(RowCountModel, [newBase], session);
  const carriers = carried.map(({ _id }) => _id);
  if (carriers.length > 0)
    await OutboxModel.updateMany({ _id: { $in: carriers } }, { $set: { rowsOf: '' } }, { session });
}

/**
 * Counts a tenant's rows and restarts the sum from that number. One transaction reads rows and counts and writes the
 * base, so that no row is counted twice or missed.
 */
export async function recount(counted: CountedRows): Promise<RowTotals> {
  return inTransaction(core, async (session) => {
    const { model, tenantId } = counted;
    const rows = await model.countDocuments(listedRowsOf(model, tenantId) as object, { session });
    const stored = await readStored(counted, session);
    const locked = sum(stored.locked);
    const totals = { ...sumOf(stored), rows: rows - locked.rows };
    await replaceCounts(counted, { ...stored, totals, session });
    return sum([totals, locked]);
  });
}

/** Folds the counts written since the last fold into one row. Without a base row, counts the rows. */
async function fold(counted: CountedRows): Promise<void> {
  const hasBase = await inTransaction(core, async (session) => {
    const stored = await readStored(counted, session, maxFolded);
    if (!stored.base) return false;
    await replaceCounts(counted, { ...stored, totals: sumOf(stored), session });
    return true;
  });
  if (!hasBase) await recountOnce(counted);
}

const folding = new Set<string>();

/** Folds the counts of the same rows once at a time. If another process folds them too, one of both starts over. */
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

/**
 * Counts rows, and retries once after a duplicate key. The first readers of a tenant's rows count them concurrently,
 * and one of them commits first.
 */
async function recountOnce(counted: CountedRows): Promise<RowTotals> {
  try {
    return await recount(counted);
  } catch (error) {
    if (duplicateKeyOf(error) === null) throw error;
    return recount(counted);
  }
}

/**
 * Sum of all counts, which the store computes in one command. Separate reads could miss rows that a fold moves in
 * between.
 */
interface StoredSum extends RowTotals {
  unfolded: number;
  hasBase: boolean;
}

async function sumStored(
  counted: CountedRows,
  session: ClientSession | undefined,
): Promise<StoredSum | undefined> {
  const fields = { _id: 0, rows: 1, deletes: 1, moves: 1, isBase: 1 };
  const [summed] = await RowCountModel.aggregate<StoredSum>(
    [
      { $match: keyFieldsOf(counted) },
      { $project: fields },
      { $unionWith: { coll: 'outbox', pipeline: [{ $match: keyFieldsOf(counted) }, { $project: fields }] } },
      {
        $group: {
          _id: null,
          rows: { $sum: '$rows' },
          deletes: { $sum: '$deletes' },
          moves: { $sum: '$moves' },
          unfolded: { $sum: 1 },
          hasBase: { $max: '$isBase' },
        },
      },
    ],
    // Set explicitly, because the connection's read concern would override that of a snapshot session.
    { readConcern: { level: 'snapshot' }, ...(session && { session }) },
  );
  return summed;
}

/**
 * Reads the number of a tenant's listed rows. It costs a few small rows, whatever the number.
 *
 * @param session a snapshot to read in. Default: the latest one
 */
export async function readTotals(counted: CountedRows, session?: ClientSession): Promise<RowTotals> {
  const summed = await sumStored(counted, session);
  if (!summed?.hasBase) return recountOnce(counted);
  // The fold runs in the background. After a failure the next reader folds.
  if (summed.unfolded > maxUnfolded) withoutDeadline(() => foldOnce(counted)).catch(() => undefined);
  const { rows, deletes, moves } = summed;
  return { rows, deletes, moves };
}

/** The minimum number of counts that the background fold handles. */
const minFolded = 32;

type CarrierGroup = { _id: { tenantId: string; rowsOf: string } };

/** Finds the collections of tenants whose outbox rows carry enough counts to be folded. */
export async function findUnfolded(): Promise<CountedCollection[]> {
  const waiting = await OutboxModel.aggregate<CarrierGroup>([
    { $match: { rowsOf: { $gt: '' } } },
    { $group: { _id: { tenantId: '$tenantId', rowsOf: '$rowsOf' }, count: { $sum: 1 } } },
    { $match: { count: { $gte: minFolded } } },
  ]);
  return waiting.map(({ _id }) => _id);
}

/** One tenant's rows of one collection, by their names. */
export interface CountedCollection {
  tenantId: string;
  rowsOf: string;
}

/**
 * Folds the counts in outbox rows of all tenants. Readers fold too. Collections that are rarely listed need this,
 * because an outbox row is kept until its count is folded. A failed fold does not stop the others.
 */
export async function foldCarried(models: readonly Model<never>[], log: Logger): Promise<void> {
  for (const { tenantId, rowsOf } of await findUnfolded()) {
    const model = models.find(({ collection }) => collection.name === rowsOf);
    const piece = { work: 'folding of row counts', log, about: { tenantId, rows: rowsOf } };
    if (model) await isolate(piece, () => foldOnce({ model, tenantId }));
  }
}
