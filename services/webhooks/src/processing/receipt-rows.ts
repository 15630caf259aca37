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

/** The outcome of a receipt. */
interface Progress {
  receiptId: string;
  progress: ReceiptOutcome;
}

/** The replacement of a processed body, which may contain personal data. */
const nothing = Buffer.alloc(0);

/** Records one outcome for waiting receipts, and removes their bodies and queries. */
export async function recordOutcomes(ids: readonly string[], progress: ReceiptOutcome): Promise<void> {
  if (ids.length === 0) return;
  const path = { $first: { $split: ['$url', '?'] } };
  const set = { progress, processedAt: '$$NOW', raw: nothing, contactDigests: [], url: path };
  await WebhookReceiptModel.collection.updateMany({ _id: { $in: ids }, progress: 'RECEIVED' } as never, [
    { $set: set },
  ]);
}

async function recordBatch(notes: readonly Progress[]): Promise<void[]> {
  const idsOf = (each: ReceiptOutcome): string[] =>
    notes.filter(({ progress }) => progress === each).map(({ receiptId }) => receiptId);
  await recordOutcomes(idsOf('PROCESSED'), 'PROCESSED');
  await recordOutcomes(idsOf('IGNORED'), 'IGNORED');
  return notes.map(() => undefined);
}

/** Records the outcome of a receipt, batched with others, and removes body and query. */
export const recordProgress = gather(recordBatch, { maxBatch: 100, maxAtOnce: 1 });
