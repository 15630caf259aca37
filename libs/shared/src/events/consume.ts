import { setTimeout as pause } from 'node:timers/promises';
import { createBell } from './bell.ts';
import type { DurableConsumer } from './bus.ts';
import type { EventType } from './catalogue.ts';
import { settleDelivery, type Settling } from './settle-delivery.ts';
import { ensureStreams, type StreamName } from './streams.ts';

export interface ConsumerOptions<Type extends EventType> extends Settling<Type> {
  /** The stream that the subjects stand in. */
  stream: StreamName;
  /** Events handled at once in this process; no more are ever held here. Default 8. */
  concurrency?: number;
  /** How long the events of a crashed process are held up, from the first creation of the durable on. Default 30 s. */
  ackWaitMs?: number;
}

/** A consumer at work. */
export interface RunningConsumer {
  /** Finishes the events under way and takes no more. */
  stop(): Promise<void>;
}

const defaultAckWaitMs = 30_000;
const maxAckPending = 500;

/** How long one pull waits for events; also how soon a consumer notices that its server was replaced. */
const pullMs = 5000;

/** How long a consumer stays away from a bus that is away. */
const retryMs = 1000;

/** How long a stop waits for handlers; whatever is still running then comes again to another replica. */
const stopMs = 10_000;

/** The events that are being handled in this process. */
function createPool(concurrency: number) {
  const running = new Set<Promise<void>>();
  const finished = createBell();
  return {
    add(work: Promise<void>): void {
      const tracked = work.finally(() => {
        running.delete(tracked);
        finished.ring();
      });
      running.add(tracked);
    },
    /** Waits until there is a place, and tells how many there are. */
    async places(): Promise<number> {
      while (running.size >= concurrency) await finished.heard(pullMs);
      // Those that were handled together end in one turn: one pull then asks for all their places.
      await new Promise(setImmediate);
      return concurrency - running.size;
    },
    async drained(): Promise<void> {
      await Promise.race([Promise.all(running), pause(stopMs, undefined, { ref: false })]);
    },
  };
}

/**
 * Handles the events of some subjects in the background until stopped, each effectively once, in no promised order.
 *
 * Events are delivered at least once: `handle` makes its effect idempotent. What it throws decides: something away
 * (RetryLater, or an error of a store, the network or an upstream) brings the event back later; anything else is
 * counted, and the fifth time makes it a dead letter, while its neighbours pass.
 */
export function startConsumer<Type extends EventType>(options: ConsumerOptions<Type>): RunningConsumer {
  const { bus, log, stream, durable, subjects } = options;
  const { concurrency = 8, ackWaitMs = defaultAckWaitMs } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pool = createPool(concurrency);

  /** Never asks for more than it has places for, so no event waits here while its time runs out. */
  const pull = async (consumer: DurableConsumer): Promise<void> => {
    const deliveries = await consumer.fetch({ max_messages: await pool.places(), expires: pullMs });
    const close = (): void => void deliveries.close();
    signal.addEventListener('abort', close);
    try {
      for await (const delivery of deliveries) {
        if (signal.aborted) delivery.nak();
        else pool.add(settleDelivery(options, delivery));
      }
    } finally {
      signal.removeEventListener('abort', close);
    }
  };
  const consume = async (): Promise<void> => {
    await ensureStreams(bus);
    const consumer = await bus.ensureConsumer({ stream, durable, subjects, ackWaitMs, maxAckPending });
    log.info({ durable }, 'consuming');
    while (!signal.aborted) await pull(consumer);
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await consume().catch(async (err: unknown) => {
        log.debug({ err, durable }, 'the consumer has no stream; trying until it has');
        await pause(retryMs, undefined, { signal }).catch(() => undefined);
      });
    }
  };
  const done = run();
  return {
    async stop() {
      stopping.abort();
      await done;
      await pool.drained();
    },
  };
}
