import type { Provider } from '@pas/shared/models/webhook-receipt';
import { processIdentity } from '../providers/identity/process-event.ts';
import { processPayments } from '../providers/payments/process-event.ts';
import { processTelephonyA } from '../providers/telephony-a/process-event.ts';
import { numberOfB } from '../providers/telephony-b/number-of.ts';
import { processTelephonyB } from '../providers/telephony-b/process-event.ts';
import { loadReceipt, recordOutcome } from './receipt-rows.ts';
import { createReceiptWorkers } from './receipt-workers.ts';
import type { ReceiptOutcome, ProcessingDependencies, ProcessReceipt, Receipt } from './receipt.ts';

const processes: Readonly<Record<Provider, ProcessReceipt>> = {
  'telephony-a': processTelephonyA,
  'telephony-b': processTelephonyB,
  payments: processPayments,
  identity: processIdentity,
};

const workers = createReceiptWorkers();

/**
 * Processes an in-memory receipt immediately. Does not record the outcome; the caller does.
 *
 * @param stopping ends the wait for its turn with an error; running work continues
 * @returns null if too many receipts are queued already; nothing happens then
 */
export const processImmediately = (
  processing: ProcessingDependencies,
  receipt: Receipt,
  stopping: AbortSignal,
): Promise<ReceiptOutcome> | null =>
  workers.tryProcess(
    receipt.provider,
    async () => {
      stopping.throwIfAborted();
      return processes[receipt.provider](processing, receipt);
    },
    receipt.provider === 'telephony-b' ? numberOfB(receipt) : undefined,
  );

/**
 * Processes a receipt and records its outcome. The effects are stored first, so a crash in between only repeats
 * idempotent work.
 */
export async function processReceipt(processing: ProcessingDependencies, receiptId: string): Promise<void> {
  const receipt = await loadReceipt(receiptId);
  if (!receipt || receipt.progress !== 'RECEIVED') return;
  const { provider } = receipt;
  const outcome = await workers.process(provider, async () => processes[provider](processing, receipt));
  await recordOutcome({ receiptId, outcome });
}

/**
 * Processes a receipt of the consumer at its turn.
 *
 * @throws RetryLater if too many receipts wait, and after a minute
 */
export const processInTurn = async (
  processing: ProcessingDependencies,
  { receiptId, provider }: { receiptId: string; provider: Provider },
): Promise<void> => workers.queue(provider, async () => processReceipt(processing, receiptId));
