import { gather } from '@pas/platform/concurrency/gather';
import { withoutDeadline } from '@pas/platform/deadline/deadline';
import { insertMissing } from '@pas/platform/mongo/insert-missing';
import { WebhookReceiptModel, type WebhookReceiptRow } from '@pas/shared/models/webhook-receipt';

/** What became of a row. `unsafe`: an earlier delivery's row is there, but no majority has it yet. */
export type Inserted = 'new' | 'stored before' | 'unsafe';

/** Stores a row and resolves once a majority has it, journaled. */
export type InsertReceipt = (row: WebhookReceiptRow) => Promise<Inserted>;

/**
 * Statements under way at once, so that a flood of webhooks leaves the connections to the rest of the process, and rows
 * of one statement. The rows are up to 1 MiB; a statement is 48 MB at most.
 */
const options = {
  maxAtOnce: 4,
  maxBatch: 200,
  weight: { of: ({ raw }: WebhookReceiptRow) => raw.length, max: 8 * 1024 * 1024 },
} as const;

/** The ids of which a majority has the row: that of an earlier delivery may not be acknowledged by a majority yet. */
async function findSafe(ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const found = await WebhookReceiptModel.find({ _id: { $in: [...ids] } }, { _id: 1 })
    .read('primary')
    .readConcern('majority')
    .lean<{ _id: string }[]>();
  return new Set(found.map(({ _id }) => _id));
}

async function insertBatch(rows: readonly WebhookReceiptRow[]): Promise<(Inserted | Error)[]> {
  const outcomes = await insertMissing(WebhookReceiptModel, rows);
  const repeated = rows.filter((_row, index) => outcomes[index] === 'duplicate');
  const safe = await findSafe(repeated.map(({ _id }) => _id));
  return rows.map(({ _id }, index) => {
    const outcome = outcomes[index];
    if (outcome instanceof Error) return outcome;
    if (outcome !== 'duplicate') return 'new';
    return safe.has(_id) ? 'stored before' : 'unsafe';
  });
}

/**
 * Prepares to store receipts, many in one statement: those that arrive while the store is busy are the next batch. One
 * receipt alone is one insert. While the store is away, each receipt of a batch has its error.
 */
export function gatherInserts(): InsertReceipt {
  // A batch belongs to many requests: none of their deadlines is its own.
  const insert = gather(
    (rows: readonly WebhookReceiptRow[]) => withoutDeadline(() => insertBatch(rows)),
    options,
  );
  return async (row) => {
    const outcome = await insert(row);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
}
