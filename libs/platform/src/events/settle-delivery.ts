import { withTrace } from '../trace/trace.ts';
import type { Logger } from '../log/logger.ts';
import type { Bus, Delivery } from './bus.ts';
import { countFailure, reasonOf } from './count-failure.ts';
import { buryDelivery } from './dead-letter.ts';
import { decodeEvent, UndecodableEvent, type Catalogue, type EventOf } from './decode-event.ts';
import type { Envelope } from './envelope.ts';
import { eventsConsumed } from './event-metrics.ts';
import { isInfrastructureError, RetryLater } from './retry-later.ts';

/** What the bus knows of a delivery. */
export interface DeliveryMeta {
  /** 1 for the first delivery of this event to this consumer. */
  deliveryCount: number;
}

/** How a consumer's messages are settled. */
export interface Settling<Events extends Catalogue, Type extends keyof Events & string> {
  catalogue: Events;
  bus: Bus;
  log: Logger;
  durable: string;
  subjects: readonly Type[];
  handle: (event: EventOf<Events, Type>, meta: DeliveryMeta) => Promise<unknown>;
  /** The waits after each failure but the last, which makes a dead letter. Default: half a second, then 1, 2 and 4. */
  retryDelaysMs?: readonly number[];
}

/** A cause that passes by itself has time to pass. */
const defaultRetryDelaysMs = [500, 1000, 2000, 4000];

const firstLaterMs = 500;
const maxLaterMs = 10_000;

/** Half fixed, half random: events that failed together are retried at different times, and never at once. */
function laterMs(error: unknown, { deliveryCount }: DeliveryMeta): number {
  if (error instanceof RetryLater && error.afterMs !== null) return error.afterMs;
  const ceiling = Math.min(maxLaterMs, firstLaterMs * 2 ** deliveryCount);
  return Math.ceil(ceiling / 2 + (Math.random() * ceiling) / 2);
}

/** Extends the acknowledgement deadline in time, however long the handler takes. */
const stillWorkingMs = 10_000;

/** Gives an event to its handler and acknowledges the result: done, again later, or dead letter. */
export async function settleDelivery<Events extends Catalogue, Type extends keyof Events & string>(
  settling: Settling<Events, Type>,
  delivery: Delivery,
): Promise<void> {
  const stillWorking = setInterval(() => delivery.working(), stillWorkingMs);
  const outcome = await settle(settling, delivery).catch((err: unknown) => putOff(settling, delivery, err));
  clearInterval(stillWorking);
  eventsConsumed.inc({ durable: settling.durable, outcome });
}

type Outcome = 'done' | 'later' | 'failed' | 'dead';

/** Delivers the event again without counting a failure, because a dependency is unavailable. */
function putOff<Events extends Catalogue, Type extends keyof Events & string>(
  { log, durable }: Settling<Events, Type>,
  delivery: Delivery,
  err: unknown,
): Outcome {
  log.warn({ err, durable, subject: delivery.subject }, 'an event is delayed');
  delivery.nak(laterMs(err, delivery.info));
  return 'later';
}

/** @throws any error that prevents reading the message or adding the dead letter */
async function settle<Events extends Catalogue, Type extends keyof Events & string>(
  settling: Settling<Events, Type>,
  delivery: Delivery,
): Promise<Outcome> {
  const { catalogue, subjects, durable, bus, log } = settling;
  // During a rollout, the consumer may be declared for subjects that only the newer release knows.
  if (!subjects.some((subject) => subject === delivery.subject))
    throw new RetryLater('The subject is for another release of this consumer.', { afterMs: firstLaterMs });
  let event: EventOf<Events, Type>;
  try {
    event = decodeEvent(delivery.string(), catalogue, subjects);
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error;
    await buryDelivery(bus, delivery, { durable, envelope: null, reason: reasonOf(error), attempts: 1 });
    log.error(
      { err: error, durable, subject: delivery.subject },
      'a message is not an event; it is a dead letter now',
    );
    delivery.term();
    return 'dead';
  }
  const trace = { correlationId: event.correlationid, traceparent: event.traceparent ?? null };
  return withTrace(trace, () =>
    handleEvent(settling, delivery, event).catch((err: unknown) => putOff(settling, delivery, err)),
  );
}

/** @throws any error that prevents handling the event or counting the failure */
async function handleEvent<Events extends Catalogue, Type extends keyof Events & string>(
  settling: Settling<Events, Type>,
  delivery: Delivery,
  event: EventOf<Events, Type>,
): Promise<Outcome> {
  try {
    await settling.handle(event, { deliveryCount: delivery.info.deliveryCount });
  } catch (error) {
    if (isInfrastructureError(error)) throw error;
    return failed(settling, delivery, { event, error });
  }
  delivery.ack();
  settling.log.info({ durable: settling.durable, event: event.id, type: event.type }, 'an event is handled');
  return 'done';
}

interface Failure {
  event: Envelope;
  error: unknown;
}

/** Counts a failure of the work itself; the event comes again, or has come often enough. */
async function failed<Events extends Catalogue, Type extends keyof Events & string>(
  { bus, log, durable, retryDelaysMs = defaultRetryDelaysMs }: Settling<Events, Type>,
  delivery: Delivery,
  { event, error }: Failure,
): Promise<Outcome> {
  const key = { durable, eventId: event.id };
  const attempts = await countFailure(key, error);
  const facts = { err: error, durable, event: event.id, type: event.type, attempts };
  if (attempts <= retryDelaysMs.length) {
    log.warn(facts, 'an event could not be handled; it will be delivered again');
    delivery.nak(retryDelaysMs[attempts - 1]);
    return 'failed';
  }
  await buryDelivery(bus, delivery, { durable, envelope: event, reason: reasonOf(error), attempts });
  log.error(facts, 'an event could not be handled; it is a dead letter now');
  delivery.term();
  return 'dead';
}
