import { setTimeout as pause } from 'node:timers/promises';
import { gather } from '@pas/platform/concurrency/gather';
import { withoutDeadline } from '@pas/platform/deadline/deadline';
import { insertMissing } from '@pas/platform/mongo/insert-missing';
import { unavailable } from '@pas/shared/errors/raise';
import { WebhookReceiptModel, type WebhookReceiptRow } from '@pas/shared/models/webhook-receipt';

/**
 * Stores a row and resolves once a majority has it, journaled.
 *
 * @returns whether it is new; an earlier delivery has stored it otherwise
 * @throws unavailable when an earlier delivery is still being stored after two seconds
 */
export type InsertReceipt = (row: WebhookReceiptRow) => Promise<boolean>;

/**
 * Statements under way at once, so that a flood of webhooks leaves the connections to the rest of the process, and rows
 * of one statement. The rows are up to 1 MiB; a statement is 48 MB at most.
 */
const inserts = {
  maxAtOnce: 4,
  maxBatch: 200,
  weight: { of: ({ raw }: WebhookReceiptRow) => raw.length, max: 8 * 1024 * 1024 },
} as const;

const reads = { maxAtOnce: 1, maxBatch: 200 } as const;

/** Whether a majority has the row of an id: that of an earlier delivery may not be acknowledged by a majority yet. */
async function areSafe(ids: readonly string[]): Promise<boolean[]> {
  const found = await WebhookReceiptModel.find({ _id: { $in: [...new Set(ids)] } }, { _id: 1 })
    .read('primary')
    .readConcern('majority')
    .lean<{ _id: string }[]>();
  const safe = new Set(found.map(({ _id }) => _id));
  return ids.map((id) => safe.has(id));
}

/** How often the row of a delivery that is being stored at the same time is looked for, and the pause between. */
const looks = { times: 40, everyMs: 50 } as const;

/**
 * Prepares to store receipts, many in one statement: those that arrive while the store is busy are the next batch. One
 * receipt alone is one insert. While the store is away, each receipt of a batch has its error.
 */
export function gatherInserts(): InsertReceipt {
  // A batch belongs to many requests: none of their deadlines is its own.
  const insert = gather(
    (rows: readonly WebhookReceiptRow[]) => withoutDeadline(() => insertMissing(WebhookReceiptModel, rows)),
    inserts,
  );
  const isSafe = gather((ids: readonly string[]) => withoutDeadline(() => areSafe(ids)), reads);
  const untilSafe = async (id: string): Promise<void> => {
    for (let look = 1; !(await isSafe(id)); look += 1) {
      if (look === looks.times) throw unavailable('The webhook is being stored. Send it again.');
      await pause(looks.everyMs);
    }
  };
  return async (row) => {
    const outcome = await insert(row);
    if (outcome instanceof Error) throw outcome;
    if (outcome === 'duplicate') await untilSafe(row._id);
    return outcome === 'inserted';
  };
}
