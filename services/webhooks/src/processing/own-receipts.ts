import { setImmediate } from 'node:timers/promises';
import { withoutDeadline } from '@pas/platform/deadline/deadline';
import type { CommittedEvent, EventSource } from '@pas/platform/events/event-source';
import { outboxSource } from '@pas/platform/events/outbox-source';
import { receiptOutbox } from '@pas/shared/models/webhook-receipt';
import { LRUCache } from 'lru-cache';
import { processAtOnce } from './process-receipt.ts';
import { noteAll } from './receipt-rows.ts';
import type { Processed, Processing, Receipt } from './receipt.ts';

/**
 * The receipts that this process has just stored. What it processes itself is not read again: it notes what became of many
 * in one statement, and publishes their events after that. A crash before leaves the event to the sweeper.
 *
 * Null stands for a repeat of a webhook: its receipt is in the hands of an earlier delivery.
 */
export interface OwnReceipts {
  /** Processes a receipt in the background; where too many wait, or it fails, the consumer does it. */
  process(receipt: Receipt | null): void;
  /** Takes what a request has made of its receipt. */
  settle(receipt: Receipt | null, progress: Processed): void;
  /** Leaves a receipt to the consumer. */
  leave: (receipt: Receipt | null) => void;
  /** Whether a receipt was processed here and that is stored, as far as is remembered. */
  isDone(receiptId: string): boolean;
  /** The events of the receipts that were processed here: nobody has to read them. */
  source: EventSource;
  /** Finishes what is under way, leaves what waits to the consumer, and writes what is still to be noted. */
  stop(): Promise<void>;
}

/** How long notes are gathered, in milliseconds: short beside the ten seconds after which the sweeper takes over. */
const gatherMs = 100;

/** So many are remembered until their event comes back over the bus. */
const maxRemembered = 5000;

const eventOf = ({ environment, subject, envelope }: Receipt): CommittedEvent => ({
  environment,
  subject,
  envelope,
  heldBy: [],
});

interface Settled {
  receipt: Receipt;
  progress: Processed;
}

/**
 * Gathers what became of receipts, notes it, and then has their events published.
 *
 * @param onNoted is told of the receipts of which it is stored. Only these are done: the consumer would pass over others, and
 *   they would stand as RECEIVED for ever
 */
function gatherNotes({ events, log }: Processing, onNoted: (receipt: Receipt) => void) {
  const writing = new Set<Promise<void>>();
  let waiting: Settled[] = [];
  let timer: NodeJS.Timeout | undefined;

  const write = async (settled: readonly Settled[]): Promise<void> => {
    const idsOf = (each: Processed): string[] =>
      settled.filter(({ progress }) => progress === each).map(({ receipt }) => receipt._id);
    try {
      await Promise.all([noteAll(idsOf('PROCESSED'), 'PROCESSED'), noteAll(idsOf('IGNORED'), 'IGNORED')]);
      for (const { receipt } of settled) onNoted(receipt);
    } catch (err) {
      log.debug({ err }, 'what became of receipts could not be noted; the consumer looks at them again');
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
    add(settled: Settled) {
      waiting.push(settled);
      timer ??= setTimeout(writeAll, gatherMs);
    },
    async flush() {
      writeAll();
      await Promise.all(writing);
    },
  };
}

/** The events that are remembered, as a source: none of them is read from the store. */
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

/** Opens the way on which this process deals with the receipts that it stores. */
export function openOwnReceipts(processing: Processing): OwnReceipts {
  const { events, log } = processing;
  const done = new LRUCache<string, CommittedEvent>({ max: maxRemembered });
  const notes = gatherNotes(processing, (receipt) => void done.set(receipt._id, eventOf(receipt)));
  const underWay = new Set<Promise<void>>();
  let stopping = new AbortController();

  const leave = (receipt: Receipt | null): void => {
    if (receipt) events.publish(receiptOutbox, [receipt]);
  };
  const settle = (receipt: Receipt | null, progress: Processed): void => {
    if (!receipt) return;
    withoutDeadline(() => notes.add({ receipt, progress }));
  };
  const finish = async (receipt: Receipt, work: Promise<Processed>): Promise<void> => {
    try {
      settle(receipt, await work);
    } catch (err) {
      log.debug({ err, receipt: receipt._id }, 'a receipt is left to the consumer');
      leave(receipt);
    }
  };
  return {
    process(receipt) {
      if (!receipt) return;
      const work = withoutDeadline(() => processAtOnce(processing, receipt, stopping.signal));
      if (!work) return leave(receipt);
      const finished = finish(receipt, work).finally(() => underWay.delete(finished));
      underWay.add(finished);
    },
    settle,
    leave,
    isDone: (receiptId) => done.has(receiptId),
    source: sourceOf(done),
    async stop() {
      // What has its turn already has begun by then.
      await setImmediate();
      stopping.abort();
      stopping = new AbortController();
      await Promise.all(underWay);
      await notes.flush();
    },
  };
}
