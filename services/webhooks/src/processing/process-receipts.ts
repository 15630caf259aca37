import type { Bus } from '@pas/platform/events/bus';
import { consumeEvents, type RunningConsumer } from '@pas/platform/events/consume';
import { allEventSources } from '@pas/shared/change/all-event-sources';
import { catalogue } from '@pas/shared/events/catalogue';
import { consumers } from '@pas/shared/events/traffic';
import {
  WebhookReceiptModel,
  type Provider,
  type WebhookReceiptRow,
} from '@pas/shared/models/webhook-receipt';
import { processIdentity } from '../providers/identity/process-event.ts';
import { processPayments } from '../providers/payments/process-event.ts';
import { processTelephonyA } from '../providers/telephony-a/process-event.ts';
import { processTelephonyB } from '../providers/telephony-b/process-event.ts';
import type { Processing, ProcessReceipt, Receipt } from './receipt.ts';

const processes: Readonly<Record<Provider, ProcessReceipt>> = {
  'telephony-a': processTelephonyA,
  'telephony-b': processTelephonyB,
  payments: processPayments,
  identity: processIdentity,
};

/** What is left of a body: its personal values are nobody's business once the webhook is processed. */
const nothing = Buffer.alloc(0);

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** Receipts that one process works on at once: few, so that a flood of them leaves the store to acknowledgements. */
const concurrency = 4;

/** A lean read answers bytes as the driver's `Binary`. */
const bytesOf = (raw: unknown): Buffer =>
  Buffer.from((raw as { buffer?: Uint8Array }).buffer ?? (raw as Buffer));

async function loadReceipt(id: string): Promise<Receipt | null> {
  const row = await WebhookReceiptModel.findById(id).lean<WebhookReceiptRow>();
  return row && { ...row, raw: bytesOf(row.raw) };
}

/**
 * Processes a receipt and notes what became of it. Its effects are stored first, so a crash in between repeats the work,
 * which changes nothing then. The body and the query are removed with the note.
 */
export async function processReceipt(processing: Processing, receiptId: string): Promise<void> {
  const receipt = await loadReceipt(receiptId);
  if (!receipt || receipt.progress !== 'RECEIVED') return;
  const progress = await processes[receipt.provider](processing, receipt);
  await WebhookReceiptModel.updateOne(
    { _id: receiptId, progress: 'RECEIVED' },
    { $set: { progress, processedAt: new Date(), raw: nothing, url: pathOf(receipt.url) } },
  );
}

/** Processes the receipts in the background, each effectively once, until stopped. */
export function startProcessingReceipts(processing: Processing & { bus: Bus }): RunningConsumer {
  const { bus, log, environment } = processing;
  return consumeEvents({
    bus,
    log,
    environment,
    ...consumers.processReceipts,
    concurrency,
    catalogue,
    // The receipts first: nearly every event of this consumer is one.
    sources: allEventSources.toReversed(),
    handle: async ({ data: { receiptId } }) => processReceipt(processing, receiptId),
  });
}
