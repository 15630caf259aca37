import { setImmediate } from 'node:timers/promises';
import { withoutDeadline } from '@pas/platform/deadline/deadline';
import type { CommittedEvent, EventSource } from '@pas/platform/events/event-source';
import { outboxSource } from '@pas/platform/events/outbox-source';
import { receiptOutbox } from '@pas/shared/models/webhook-receipt';
import { LRUCache } from 'lru-cache';
import { processAtOnce } from './process-receipt.ts';
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
  recordOutcome(receipt: Receipt | null, progress: ReceiptOutcome): void;
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
const gatherMs = 100;

/** The most receipts that are remembered until their event arrives over the bus. */
const maxRemembered = 5000;

const eventOf = ({ environment, subject, envelope }: Receipt): CommittedEvent => ({
  environment,
  subject,
  envelope,
  heldBy: [],
});

interface SettledReceipt {
  receipt: Receipt;
  progress: ReceiptOutcome;
}

/**
 * Batches outcomes of receipts, stores them, and then publishes their events.
 *
 * @param onRecorded called with each receipt whose outcome is stored. Others stay RECEIVED and the consumer retries them
 */
function batchOutcomes({ events, log }: ProcessingDependencies, onRecorded: (receipt: Receipt) => void) {
  const writing = new Set<Promise<void>>();
  let waiting: SettledReceipt[] = [];
  let timer: NodeJS.Timeout | undefined;

  const write = async (settled: readonly SettledReceipt[]): Promise<void> => {
    const idsOf = (each: ReceiptOutcome): string[] =>
      settled.filter(({ progress }) => progress === each).map(({ receipt }) => receipt._id);
    try {
      await Promise.all([
        recordOutcomes(idsOf('PROCESSED'), 'PROCESSED'),
        recordOutcomes(idsOf('IGNORED'), 'IGNORED'),
      ]);
      for (const { receipt } of settled) onRecorded(receipt);
    } catch (err) {
      log.debug(
        { err },
        'outcomes of receipts could not be stored; the consumer processes the receipts again',
      );
    }
    events.publish(
      receiptOutbox,
      settled.map(({ receipt }) => receipt),
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
    add(settled: SettledReceipt) {
      waiting.push(settled);
      timer ??= setTimeout(writeAll, gatherMs);
    },
    async flush() {
      writeAll();
      await Promise.all(writing);
    },
  };
}

/** Makes an event source of the remembered receipts, without reads of the database. */
const sourceOf = (done: LRUCache<string, CommittedEvent>): EventSource => ({
  ...outboxSource(receiptOutbox),
  async find(ids) {
    const known = ids.flatMap((id) => {
      const event = done.get(id);
      return event ? [[id, event] as const] : [];
    });
    return new Map(known);
  },
});

/** Creates the in-process queue of receipts. */
export function openInProcessReceipts(processing: ProcessingDependencies): InProcessReceipts {
  const { events, log } = processing;
  const done = new LRUCache<string, CommittedEvent>({ max: maxRemembered });
  const outcomes = batchOutcomes(processing, (receipt) => void done.set(receipt._id, eventOf(receipt)));
  const underWay = new Set<Promise<void>>();
  let stopping = new AbortController();

  const handToConsumer = (receipt: Receipt | null): void => {
    if (receipt) events.publish(receiptOutbox, [receipt]);
  };
  const recordOutcome = (receipt: Receipt | null, progress: ReceiptOutcome): void => {
    if (!receipt) return;
    withoutDeadline(() => outcomes.add({ receipt, progress }));
  };
  const finish = async (receipt: Receipt, work: Promise<ReceiptOutcome>): Promise<void> => {
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
      const work = withoutDeadline(() => processAtOnce(processing, receipt, stopping.signal));
      if (!work) return handToConsumer(receipt);
      const finished = finish(receipt, work).finally(() => underWay.delete(finished));
      underWay.add(finished);
    },
    recordOutcome,
    handToConsumer,
    isDone: (receiptId) => done.has(receiptId),
    source: sourceOf(done),
    async stop() {
      // Work at its turn starts before this.
      await setImmediate();
      stopping.abort();
      stopping = new AbortController();
      await Promise.all(underWay);
      await outcomes.flush();
    },
  };
}
