import type { Provider } from '@pas/shared/models/webhook-receipt';
import { processIdentity } from '../providers/identity/process-event.ts';
import { processPayments } from '../providers/payments/process-event.ts';
import { processTelephonyA } from '../providers/telephony-a/process-event.ts';
import { numberOfB } from '../providers/telephony-b/number-of.ts';
import { processTelephonyB } from '../providers/telephony-b/process-event.ts';
import { loadReceipt, noteProgress } from './receipt-rows.ts';
import { createReceiptWorkers } from './receipt-workers.ts';
import type { Processed, Processing, ProcessReceipt, Receipt } from './receipt.ts';

const processes: Readonly<Record<Provider, ProcessReceipt>> = {
  'telephony-a': processTelephonyA,
  'telephony-b': processTelephonyB,
  payments: processPayments,
  identity: processIdentity,
};

const workers = createReceiptWorkers();

/** Holds a receipt until it has its turn to be read. */
export const holdReceipt = workers.hold;

/**
 * Processes a receipt that is in memory at once, without a note of it.
 *
 * @param stopping ends the wait for its turn with an error; what has begun goes on
 * @returns null where too many are worked on already; nothing is done then
 */
export const processAtOnce = (
  processing: Processing,
  receipt: Receipt,
  stopping: AbortSignal,
): Promise<Processed> | null =>
  workers.begin(
    receipt.provider,
    async () => {
      stopping.throwIfAborted();
      return processes[receipt.provider](processing, receipt);
    },
    receipt.provider === 'telephony-b' ? numberOfB(receipt) : undefined,
  );

/**
 * Processes a receipt and notes what became of it. Its effects are stored first, so a crash in between repeats the work,
 * which changes nothing then.
 */
export async function processReceipt(processing: Processing, receiptId: string): Promise<void> {
  const receipt = await loadReceipt(receiptId);
  if (!receipt || receipt.progress !== 'RECEIVED') return;
  const { provider } = receipt;
  const progress = await workers.work(provider, async () => processes[provider](processing, receipt));
  await noteProgress({ receiptId, progress });
}
