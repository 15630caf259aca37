import { inSpan } from '../trace/spans.ts';
import { withTrace } from '../trace/trace.ts';
import type { Logger } from '../log/logger.ts';
import type { Bus, Delivery } from './bus.ts';
import { countFailure, reasonOf } from './count-failure.ts';
import { addDeadLetter } from './dead-letter.ts';
import { UndecodableEvent, type Catalogue, type EventOf } from './decode-event.ts';
import { eventsConsumed, eventsUnvouched } from './event-metrics.ts';
import type { LoadEvent } from './load-event.ts';
import { decodeNamed, envelopeOf, loadNamedEvent, UnknownEventId, type NamedEvent } from './read-delivery.ts';
import { isInfrastructureError, RetryLater } from './retry-later.ts';

/** Facts that the bus reports about a delivery. */
export interface DeliveryMeta {
  /** 1 for the first delivery of this event to this consumer. */
  deliveryCount: number;
}

/** Settings and dependencies of a consumer. */
export interface ConsumerContext<Events extends Catalogue, Type extends keyof Events & string> {
  catalogue: Events;
  bus: Bus;
  log: Logger;
  durable: string;
  subjects: readonly Type[];
  /** The environment of the bus. Events of other environments are refused. */
  environment: string;
  load: LoadEvent;
  handle: (event: EventOf<Events, Type>, meta: DeliveryMeta) => Promise<unknown>;
  /** The waits after each failure but the last, which makes a dead letter. Default: 0.5, 1, 2 and 4 seconds. */
  retryDelaysMs?: readonly number[];
}

/** The waits give a transient cause time to end. */
const defaultRetryDelaysMs = [500, 1000, 2000, 4000];

const firstDelayMs = 500;
const maxDelayMs = 10_000;

/**
 * Chooses the wait before a retry. It is half fixed and half random. So events that failed together are retried at
 * different times, and never at once.
 */
function chooseDelayMs(error: unknown, { deliveryCount }: DeliveryMeta): number {
  if (error instanceof RetryLater && error.afterMs !== null) return error.afterMs;
  const ceiling = Math.min(maxDelayMs, firstDelayMs * 2 ** deliveryCount);
  return Math.ceil(ceiling / 2 + (Math.random() * ceiling) / 2);
}

/** The interval at which a running handler extends its acknowledgement deadline, in milliseconds. */
const stillWorkingMs = 10_000;

/** Passes an event to its handler and settles the delivery: acknowledged, delivered again later, or a dead letter. */
export async function settleDelivery<Events extends Catalogue, Type extends keyof Events & string>(
  context: ConsumerContext<Events, Type>,
  delivery: Delivery,
): Promise<void> {
  const stillWorking = setInterval(() => delivery.working(), stillWorkingMs);
  const outcome = await settle(context, delivery).catch((err: unknown) => delay(context, delivery, err));
  clearInterval(stillWorking);
  eventsConsumed.inc({ durable: context.durable, outcome });
}

type Outcome = 'done' | 'later' | 'failed' | 'dead';

/** Delivers the event again without counting a failure, because a dependency is unavailable. */
function delay<Events extends Catalogue, Type extends keyof Events & string>(
  { log, durable }: ConsumerContext<Events, Type>,
  delivery: Delivery,
  err: unknown,
): Outcome {
  log.warn({ err, durable, subject: delivery.subject }, 'an event is delayed');
  delivery.nak(chooseDelayMs(err, delivery.info));
  return 'later';
}

/** @throws any error that prevents reading the event or adding the dead letter */
async function settle<Events extends Catalogue, Type extends keyof Events & string>(
  context: ConsumerContext<Events, Type>,
  delivery: Delivery,
): Promise<Outcome> {
  const { catalogue, subjects, load, environment } = context;
  const { subject } = delivery;
  // During a rollout, the consumer may be declared for subjects that only the newer release knows.
  if (!subjects.some((each) => each === subject))
    throw new RetryLater('The subject is for another release of this consumer.', { afterMs: firstDelayMs });
  let named: NamedEvent | null = null;
  let event: EventOf<Events, Type>;
  try {
    named = await loadNamedEvent(delivery.string(), { load, environment, subject });
    event = decodeNamed(named, catalogue, subjects);
  } catch (error) {
    if (error instanceof UnknownEventId) return refuse(context, delivery, error);
    if (!(error instanceof UndecodableEvent) || named === null) throw error;
    return makeDeadLetter(context, delivery, { named, error, attempts: 1 });
  }
  const handled: DecodedEvent<Events, Type> = { named, event };
  const trace = { correlationId: event.correlationid, traceparent: event.traceparent ?? null };
  return withTrace(trace, () =>
    inSpan({ name: `process ${context.durable}`, kind: 'consumer' }, () =>
      handleEvent(context, delivery, handled).catch((err: unknown) => delay(context, delivery, err)),
    ),
  );
}

/** Makes a dead letter of a message whose id belongs to no committed event. The message has no other effect. */
async function refuse<Events extends Catalogue, Type extends keyof Events & string>(
  { bus, durable, log }: ConsumerContext<Events, Type>,
  delivery: Delivery,
  err: UnknownEventId,
): Promise<Outcome> {
  const nothing = { eventId: null, envelope: null };
  await addDeadLetter(bus, delivery, { durable, ...nothing, reason: reasonOf(err), attempts: 1 });
  eventsUnvouched.inc({ durable });
  log.error(
    { err, durable, subject: delivery.subject },
    'a message names no committed event; it is a dead letter now',
  );
  delivery.term();
  return 'dead';
}

interface DecodedEvent<Events extends Catalogue, Type extends keyof Events & string> {
  named: NamedEvent;
  event: EventOf<Events, Type>;
}

/** @throws any error that prevents handling the event or counting the failure */
async function handleEvent<Events extends Catalogue, Type extends keyof Events & string>(
  context: ConsumerContext<Events, Type>,
  delivery: Delivery,
  { named, event }: DecodedEvent<Events, Type>,
): Promise<Outcome> {
  const { durable, log } = context;
  try {
    await context.handle(event, { deliveryCount: delivery.info.deliveryCount });
  } catch (error) {
    if (isInfrastructureError(error)) throw error;
    return retryOrGiveUp(context, delivery, { named, error });
  }
  // A handled replay releases its row, which is then kept no longer than others.
  if (named.event.heldBy.includes(durable)) await named.source.release(named.id, durable);
  delivery.ack();
  log.info({ durable, event: event.id, type: event.type }, 'an event is handled');
  return 'done';
}

interface Failure {
  named: NamedEvent;
  error: unknown;
}

/** Counts a failure of the handler. The event is delivered again, or becomes a dead letter after the last retry. */
async function retryOrGiveUp<Events extends Catalogue, Type extends keyof Events & string>(
  context: ConsumerContext<Events, Type>,
  delivery: Delivery,
  { named, error }: Failure,
): Promise<Outcome> {
  const { log, durable, retryDelaysMs = defaultRetryDelaysMs } = context;
  const attempts = await countFailure({ durable, eventId: named.id }, error);
  if (attempts > retryDelaysMs.length) return makeDeadLetter(context, delivery, { named, error, attempts });
  log.warn(
    { err: error, durable, event: named.id, type: delivery.subject, attempts },
    'an event could not be handled; it will be delivered again',
  );
  delivery.nak(retryDelaysMs[attempts - 1]);
  return 'failed';
}

/**
 * Makes a dead letter of a committed event. The row is held first. Otherwise a crash in between could leave a letter
 * whose event expires with the published ones.
 */
async function makeDeadLetter<Events extends Catalogue, Type extends keyof Events & string>(
  { bus, durable, log }: ConsumerContext<Events, Type>,
  delivery: Delivery,
  { named, error, attempts }: Failure & { attempts: number },
): Promise<Outcome> {
  const { id: eventId, source } = named;
  if (!(await source.hold(eventId, durable)))
    throw new RetryLater('The event is not marked as published yet.', { afterMs: firstDelayMs });
  const failure = { durable, eventId, envelope: envelopeOf(named), reason: reasonOf(error), attempts };
  await addDeadLetter(bus, delivery, failure);
  log.error(
    { err: error, durable, event: eventId, type: delivery.subject, attempts },
    'an event could not be handled; it is a dead letter now',
  );
  delivery.term();
  return 'dead';
}
