import { gather } from '@pas/platform/concurrency/gather';
import { WebhookReceiptModel, type WebhookReceiptRow } from '@pas/shared/models/webhook-receipt';
import type { ReceiptOutcome, Receipt } from './receipt.ts';

/** Converts the driver's `Binary` of a lean read to bytes. */
const bytesOf = (raw: unknown): Buffer =>
  Buffer.from((raw as { buffer?: Uint8Array }).buffer ?? (raw as Buffer));

const toReceipt = (row: WebhookReceiptRow): Receipt => ({ ...row, raw: bytesOf(row.raw) });

async function readBatch(ids: readonly string[]): Promise<(Receipt | null)[]> {
  const rows = await WebhookReceiptModel.find({ _id: { $in: [...new Set(ids)] } }).lean<
    WebhookReceiptRow[]
  >();
  const found = new Map(rows.map((row) => [row._id, row]));
  return ids.map((id) => {
    const row = found.get(id);
    return row ? toReceipt(row) : null;
  });
}

/** Reads a receipt, batched with others; null for an unknown one. */
export const loadReceipt = gather(readBatch, { maxBatch: 32, maxAtOnce: 2 });

/** The outcome of one receipt. */
interface OutcomeOfReceipt {
  receiptId: string;
  outcome: ReceiptOutcome;
}

/** The replacement of a processed body, which may contain personal data. */
const nothing = Buffer.alloc(0);

/** Records one outcome for waiting receipts, and removes their bodies and queries. */
async function setProgress(ids: readonly string[], progress: ReceiptOutcome): Promise<void> {
  if (ids.length === 0) return;
  const path = { $first: { $split: ['$url', '?'] } };
  const set = { progress, processedAt: '$$NOW', raw: nothing, contactDigests: [], url: path };
  await WebhookReceiptModel.collection.updateMany({ _id: { $in: ids }, progress: 'RECEIVED' } as never, [
    { $set: set },
  ]);
}

/** Records the outcomes of receipts by one statement for each outcome, and removes their bodies and queries. */
export async function recordOutcomes(outcomes: readonly OutcomeOfReceipt[]): Promise<void> {
  const idsOf = (wanted: ReceiptOutcome): string[] =>
    outcomes.filter(({ outcome }) => outcome === wanted).map(({ receiptId }) => receiptId);
  await Promise.all([setProgress(idsOf('PROCESSED'), 'PROCESSED'), setProgress(idsOf('IGNORED'), 'IGNORED')]);
}

/** Records the outcome of a receipt, batched with others. */
export const recordOutcome = gather(
  async (outcomes: readonly OutcomeOfReceipt[]) => {
    await recordOutcomes(outcomes);
    return outcomes.map(() => undefined);
  },
  { maxBatch: 100, maxAtOnce: 1 },
);
