import type { Bus } from '@pas/platform/events/bus';
import { consumeEvents, type RunningConsumer } from '@pas/platform/events/consume';
import { allEventSources } from '@pas/shared/change/all-event-sources';
import { catalogue } from '@pas/shared/events/catalogue';
import { consumers } from '@pas/shared/events/traffic';
import type { InProcessReceipts } from './in-process-receipts.ts';
import { processInTurn } from './process-receipt.ts';
import { maxInFlight } from './receipt-workers.ts';
import type { ProcessingDependencies } from './receipt.ts';

/** Dependencies of the consumer. */
interface ConsumerDependencies extends ProcessingDependencies {
  bus: Bus;
  receipts: InProcessReceipts;
}

/** Processes the receipts in the background, each effectively once, until stopped. */
export function startProcessingReceipts(processing: ConsumerDependencies): RunningConsumer {
  const { bus, log, environment, receipts } = processing;
  return consumeEvents({
    bus,
    log,
    environment,
    ...consumers.processReceipts,
    concurrency: maxInFlight,
    catalogue,
    // Receipts come first, because nearly every event of this consumer is one.
    sources: [receipts.source, ...allEventSources.toReversed()],
    async handle({ data }) {
      if (!receipts.isDone(data.receiptId)) await processInTurn(processing, data);
    },
  });
}
