import { createSemaphore } from '@pas/platform/concurrency/semaphore';
import type { Bus } from '@pas/platform/events/bus';
import { consumeEvents, type RunningConsumer } from '@pas/platform/events/consume';
import { RetryLater } from '@pas/platform/events/retry-later';
import { allEventSources } from '@pas/shared/change/all-event-sources';
import { catalogue } from '@pas/shared/events/catalogue';
import { consumers } from '@pas/shared/events/traffic';
import type { Provider } from '@pas/shared/models/webhook-receipt';
import { processIdentity } from '../providers/identity/process-event.ts';
import { processPayments } from '../providers/payments/process-event.ts';
import { processTelephonyA } from '../providers/telephony-a/process-event.ts';
import { processTelephonyB } from '../providers/telephony-b/process-event.ts';
import { loadReceipt, noteProgress } from './receipt-rows.ts';
import type { Processed, Processing, ProcessReceipt } from './receipt.ts';

const processes: Readonly<Record<Provider, ProcessReceipt>> = {
  'telephony-a': processTelephonyA,
  'telephony-b': processTelephonyB,
  payments: processPayments,
  identity: processIdentity,
};

/** Receipts that one process holds at once; they are read and noted together. */
const concurrency = 32;

/**
 * Receipts that are worked on at once: few, so that a flood of them leaves the store to acknowledgements. Providers take
 * turns.
 */
const workers = createSemaphore({
  permits: 8,
  maxWaitMs: 60_000,
  refusal: () => new RetryLater('Other receipts are worked on for a long time.'),
});

/**
 * Processes a receipt and notes what became of it. Its effects are stored first, so a crash in between repeats the work,
 * which changes nothing then.
 */
export async function processReceipt(processing: Processing, receiptId: string): Promise<void> {
  const receipt = await loadReceipt(receiptId);
  if (!receipt || receipt.progress !== 'RECEIVED') return;
  const { provider } = receipt;
  const permit = await workers.acquire(provider);
  let progress: Processed;
  try {
    progress = await processes[provider](processing, receipt);
  } finally {
    workers.release(permit);
  }
  await noteProgress({ receiptId, progress });
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
