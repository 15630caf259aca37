import { setImmediate } from 'node:timers/promises';
import { withoutDeadline } from '@pas/platform/deadline/deadline';
import type { CommittedEvent, EventSource } from '@pas/platform/events/event-source';
import { outboxSource } from '@pas/platform/events/outbox-source';
import { receiptOutbox } from '@pas/shared/models/webhook-receipt';
import { LRUCache } from 'lru-cache';
import { processImmediately } from './process-receipt.ts';
import { recordOutcomes } from './receipt-rows.ts';
import type { ReceiptOutcome, ProcessingDependencies, Receipt } from './receipt.ts';

/**
 * The in-process queue of receipts that this process has just stored. A receipt that it processes is not read again. It
 * records the outcomes of many receipts in one statement, then publishes their events. After a crash the sweeper
 * publishes the events.
 *
 * Null means a repeat of a webhook. The earlier delivery handles its receipt.
 */
export interface InProcessReceipts {
  /** Processes a receipt in the background. If too many wait or it fails, the consumer does it. */
  process(receipt: Receipt | null): void;
  /** Records the outcome of a receipt that its request has processed. */
  recordOutcome(receipt: Receipt | null, outcome: ReceiptOutcome): void;
  /** Hands a receipt to the consumer. */
  handToConsumer: (receipt: Receipt | null) => void;
  /** Whether a receipt was processed here with a stored outcome. Only recent receipts are known. */
  isDone(receiptId: string): boolean;
  /** The events of receipts that were processed here, from memory. */
  source: EventSource;
  /** Finishes running work, hands waiting receipts to the consumer, and writes the remaining outcomes. */
  stop(): Promise<void>;
}

/** The time in which outcomes are batched, in milliseconds. The sweeper takes over after ten seconds. */
const batchMs = 100;

/** Maximum number of receipts that are remembered until their event arrives over the bus. */
const maxRemembered = 5000;

const eventOf = ({ environment, subject, envelope }: Receipt): CommittedEvent => ({
  environment,
  subject,
  envelope,
  heldBy: [],
});

/** A receipt with its outcome. */
interface ReceiptResult {
  receipt: Receipt;
  outcome: ReceiptOutcome;
}

/** The events of receipts that were processed here, by the id of the receipt. */
type ProcessedEvents = LRUCache<string, CommittedEvent>;

/**
 * Batches outcomes of receipts, stores them, and then publishes their events.
 *
 * @param processed gets the receipts whose outcome is stored. Others stay RECEIVED and the consumer retries them
 */
function batchOutcomes({ events, log }: ProcessingDependencies, processed: ProcessedEvents) {
  const writing = new Set<Promise<void>>();
  let waiting: ReceiptResult[] = [];
  let timer: NodeJS.Timeout | undefined;

  const write = async (results: readonly ReceiptResult[]): Promise<void> => {
    try {
      await recordOutcomes(results.map(({ receipt, outcome }) => ({ receiptId: receipt._id, outcome })));
      for (const { receipt } of results) processed.set(receipt._id, eventOf(receipt));
    } catch (err) {
      log.debug(
        { err },
        'outcomes of receipts could not be stored; the consumer processes the receipts again',
      );
    }
    events.publish(
      receiptOutbox,
      results.map(({ receipt }) => receipt),
    );
  };
  const writeAll = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const written = write(waiting).finally(() => writing.delete(written));
    waiting = [];
    writing.add(written);
  };
  return {
    add(result: ReceiptResult) {
      waiting.push(result);
      timer ??= setTimeout(writeAll, batchMs);
    },
    async flush() {
      writeAll();
      await Promise.all(writing);
    },
  };
}

/** Makes an event source of the remembered receipts, without reads of the database. */
const sourceOf = (processed: ProcessedEvents): EventSource => ({
  ...outboxSource(receiptOutbox),
  async find(ids) {
    const found = ids.flatMap((id) => {
      const event = processed.get(id);
      return event ? [[id, event] as const] : [];
    });
    return new Map(found);
  },
});

/** Creates the in-process queue of receipts. */
export function openInProcessReceipts(processing: ProcessingDependencies): InProcessReceipts {
  const { events, log } = processing;
  const processed: ProcessedEvents = new LRUCache({ max: maxRemembered });
  const outcomes = batchOutcomes(processing, processed);
  const running = new Set<Promise<void>>();
  let stopping = new AbortController();

  const handToConsumer = (receipt: Receipt | null): void => {
    if (receipt) events.publish(receiptOutbox, [receipt]);
  };
  const recordOutcome = (receipt: Receipt | null, outcome: ReceiptOutcome): void => {
    if (!receipt) return;
    withoutDeadline(() => outcomes.add({ receipt, outcome }));
  };
  const recordOrHandOver = async (receipt: Receipt, work: Promise<ReceiptOutcome>): Promise<void> => {
    try {
      recordOutcome(receipt, await work);
    } catch (err) {
      log.debug({ err, receipt: receipt._id }, 'a receipt goes to the consumer');
      handToConsumer(receipt);
    }
  };
  return {
    process(receipt) {
      if (!receipt) return;
      const work = withoutDeadline(() => processImmediately(processing, receipt, stopping.signal));
      if (!work) return handToConsumer(receipt);
      const finished = recordOrHandOver(receipt, work).finally(() => running.delete(finished));
      running.add(finished);
    },
    recordOutcome,
    handToConsumer,
    isDone: (receiptId) => processed.has(receiptId),
    source: sourceOf(processed),
    async stop() {
      // Work at its turn starts before this.
      await setImmediate();
      stopping.abort();
      stopping = new AbortController();
      await Promise.all(running);
      await outcomes.flush();
    },
  };
}
