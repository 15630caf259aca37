import { setTimeout as pause } from 'node:timers/promises';
import { gather } from '@pas/platform/concurrency/gather';
import { withoutDeadline } from '@pas/platform/deadline/deadline';
import { insertMissing } from '@pas/platform/mongo/insert-missing';
import { unavailable } from '@pas/shared/errors/raise';
import { WebhookReceiptModel, type WebhookReceiptRow } from '@pas/shared/models/webhook-receipt';

/**
 * Stores a row and resolves once a majority has it, journaled.
 *
 * @returns whether it is new; false if an earlier delivery has stored it
 * @throws unavailable if an earlier delivery is still being stored after two seconds
 */
export type InsertReceipt = (row: WebhookReceiptRow) => Promise<boolean>;

/**
 * The parallel statements, and the rows of one statement. They are limited, so that a flood of webhooks leaves
 * connections for the rest of the process. Rows are up to 1 MiB; a statement is 48 MB at most.
 */
const inserts = {
  maxAtOnce: 4,
  maxBatch: 200,
  weight: { of: ({ raw }: WebhookReceiptRow) => raw.length, max: 8 * 1024 * 1024 },
} as const;

const reads = { maxAtOnce: 1, maxBatch: 200 } as const;

/** Checks which rows a majority has. The row of an earlier delivery may not have a majority yet. */
async function haveMajority(ids: readonly string[]): Promise<boolean[]> {
  const found = await WebhookReceiptModel.find({ _id: { $in: [...new Set(ids)] } }, { _id: 1 })
    .read('primary')
    .readConcern('majority')
    .lean<{ _id: string }[]>();
  const stored = new Set(found.map(({ _id }) => _id));
  return ids.map((id) => stored.has(id));
}

/** The checks for the row of a concurrent delivery, and the pause between them. */
const majorityChecks = { times: 40, everyMs: 50 } as const;

/**
 * Prepares the batched storage of receipts. Receipts that arrive while the database is busy form the next batch. A
 * single receipt is one insert. While the database is unavailable, each receipt of a batch gets its own error.
 */
export function batchInserts(): InsertReceipt {
  // A batch belongs to many requests, so no deadline of one request applies.
  const insert = gather(
    (rows: readonly WebhookReceiptRow[]) => withoutDeadline(() => insertMissing(WebhookReceiptModel, rows)),
    inserts,
  );
  const hasMajority = gather((ids: readonly string[]) => withoutDeadline(() => haveMajority(ids)), reads);
  const awaitMajority = async (id: string): Promise<void> => {
    for (let check = 1; !(await hasMajority(id)); check += 1) {
      if (check === majorityChecks.times) throw unavailable('The webhook is being stored. Send it again.');
      await pause(majorityChecks.everyMs);
    }
  };
  return async (row) => {
    const outcome = await insert(row);
    if (outcome instanceof Error) throw outcome;
    if (outcome === 'duplicate') await awaitMajority(row._id);
    return outcome === 'inserted';
  };
}
