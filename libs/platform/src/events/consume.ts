import { setTimeout as pause } from 'node:timers/promises';
import type { DurableConsumer } from './bus.ts';
import { observeConsumer } from './consumer-gauges.ts';
import type { Catalogue } from './decode-event.ts';
import type { EventSource } from './event-source.ts';
import { createEventLoader, type LoadEvent } from './load-event.ts';
import { eventsUnvouched } from './event-metrics.ts';
import { NotDeclared } from './not-declared.ts';
import { settleDelivery, type ConsumerContext } from './settle-delivery.ts';
import { createWorkPool, type WorkPool } from './work-pool.ts';

export interface ConsumerOptions<Events extends Catalogue, Type extends keyof Events & string> extends Omit<
  ConsumerContext<Events, Type>,
  'load'
> {
  /** Stores of committed events, in the order in which they are read. */
  sources: readonly EventSource[];
  /** The stream of the subjects. */
  stream: string;
  /** Events handled at once in this process; it never fetches more. Default 8. */
  concurrency?: number;
  /** A reader of the sources that several consumers share. Default: a reader of its own. */
  load?: LoadEvent;
}

/** A running consumer. */
export interface RunningConsumer {
  /** Finishes the events under way and takes no more. */
  stop(): Promise<void>;
}

/** The time that one pull waits for events. The client renews it by itself after a reconnect. */
const pullMs = 30_000;

/** The interval of the server's heartbeats for a pull. After two missed ones the client asks again. */
const pullHeartbeatMs = 5000;

/** The wait before a consumer asks an unavailable bus again. */
const retryMs = 1000;

/** The time that a stop waits for handlers. Events whose handlers run longer are delivered again to another replica. */
const stopMs = 10_000;

interface PullContext<Events extends Catalogue, Type extends keyof Events & string> {
  consumer: DurableConsumer;
  pool: WorkPool;
  context: ConsumerContext<Events, Type>;
  signal: AbortSignal;
}

/**
 * Fetches and handles events. It never asks for more events than places are free. So no acknowledgement becomes overdue
 * while an event waits here.
 */
async function pull<Events extends Catalogue, Type extends keyof Events & string>({
  consumer,
  pool,
  context,
  signal,
}: PullContext<Events, Type>): Promise<void> {
  const places = await pool.places();
  if (signal.aborted) return;
  const deliveries = await consumer.fetch({
    max_messages: places,
    expires: pullMs,
    idle_heartbeat: pullHeartbeatMs,
  });
  const close = (): void => void deliveries.close();
  signal.addEventListener('abort', close);
  if (signal.aborted) close();
  try {
    for await (const delivery of deliveries) {
      if (signal.aborted) delivery.nak();
      else pool.add(settleDelivery(context, delivery));
    }
  } finally {
    signal.removeEventListener('abort', close);
  }
}

/**
 * Handles the events of some subjects in the background until stopped, each effectively once, in no promised order.
 * `declareStreams` declares the durable consumer. Until it exists, this asks for it each second.
 *
 * A message only names its event: the event is read from where it was committed. A message without a committed event is
 * a dead letter immediately.
 *
 * Events are delivered at least once, so `handle` must be idempotent. After RetryLater, or an error of a store, the
 * network or an upstream, the event is delivered again later. Other errors are counted, and the fifth makes the event a
 * dead letter. Other events do not wait.
 */
export function consumeEvents<Events extends Catalogue, Type extends keyof Events & string>(
  options: ConsumerOptions<Events, Type>,
): RunningConsumer {
  const { bus, log, stream, durable, concurrency = 8, load = createEventLoader(options.sources) } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  // An increase shows only in a series that exists already.
  eventsUnvouched.inc({ durable }, 0);
  const pool = createWorkPool(concurrency, signal);
  const context = { ...options, load };
  let hasWarned = false;

  const consume = async (): Promise<void> => {
    const consumer = await bus.consumer(stream, durable);
    log.info({ durable }, 'consuming');
    hasWarned = false;
    const observed = observeConsumer(consumer, durable);
    try {
      while (!signal.aborted) await pull({ consumer, pool, context, signal });
    } finally {
      observed.stop();
    }
  };
  const warn = (err: unknown): void => {
    if (err instanceof NotDeclared) log.warn({ durable }, err.message);
    else log.warn({ err, durable }, 'the consumer cannot start; it tries again');
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await consume().catch(async (err: unknown) => {
        if (!hasWarned) warn(err);
        hasWarned = true;
        await pause(retryMs, undefined, { signal }).catch(() => undefined);
      });
    }
  };
  const done = run();
  return {
    async stop() {
      stopping.abort();
      await done;
      await pool.drained(stopMs);
    },
  };
}
