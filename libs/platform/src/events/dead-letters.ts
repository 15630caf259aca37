import { randomUUID } from 'node:crypto';
import { conflict } from '../errors/raise.ts';
import { messageOf } from './message-of.ts';
import type { Bus, StoredMessage } from './bus.ts';
import { forgetFailures } from './count-failure.ts';
import { DeadLetter, deadLetterPrefix } from './dead-letter.ts';
import type { EventSource } from './event-source.ts';
import { createEventLoader, type LoadedEvent } from './load-event.ts';

/** A dead letter and its position in the stream. */
export interface ListedDeadLetter extends DeadLetter {
  /** The sequence number that `replayDeadLetter` takes. */
  seq: number;
}

export interface DeadLetterQuery {
  /** Limits the list to the letters of one consumer. */
  durable?: string;
  /** Starts after this sequence number: the `seq` of the last letter of the previous list. */
  afterSeq?: number;
  /** Default 100. */
  limit?: number;
}

/** The bus of an environment, and the stores of its events. */
export interface EventStores {
  bus: Bus;
  environment: string;
  sources: readonly EventSource[];
}

const stream = 'DLQ';

function parseJson(message: StoredMessage): unknown {
  try {
    return message.json();
  } catch {
    return null;
  }
}

/**
 * Reads a message of the stream as a letter. A malformed message is listed as well, so that it does not hide the
 * others.
 */
function toListed(message: StoredMessage): ListedDeadLetter {
  const { seq, subject } = message;
  const letter = DeadLetter.safeParse(parseJson(message));
  if (letter.success) return { seq, ...letter.data };
  return {
    seq,
    durable: subject.slice(deadLetterPrefix.length),
    subject,
    msgId: '',
    reason: 'The message is not a dead letter.',
    attempts: 1,
    failedAt: message.time.toISOString(),
    eventId: null,
    envelope: null,
    raw: message.string(),
  };
}

/** Lists the events that consumers have given up, oldest first. */
export async function listDeadLetters(
  bus: Bus,
  { durable = '>', afterSeq = 0, limit = 100 }: DeadLetterQuery = {},
): Promise<ListedDeadLetter[]> {
  const letters: ListedDeadLetter[] = [];
  let message = await bus.readMessage(stream, `${deadLetterPrefix}${durable}`, afterSeq + 1);
  while (message && letters.length < limit) {
    letters.push(toListed(message));
    message = await bus.readMessage(stream, `${deadLetterPrefix}${durable}`, message.seq + 1);
  }
  return letters;
}

async function readLetter(bus: Bus, seq: number): Promise<ListedDeadLetter | null> {
  const message = await bus.readMessage(stream, `${deadLetterPrefix}>`, seq);
  return message?.seq === seq ? toListed(message) : null;
}

/**
 * Deletes a dead letter from the stream. Its event is then kept no longer than others.
 *
 * @returns the letter, or null when there is none at this place
 */
export async function dropDeadLetter(
  { bus, sources }: EventStores,
  seq: number,
): Promise<ListedDeadLetter | null> {
  const letter = await readLetter(bus, seq);
  if (!letter) return null;
  const { eventId } = letter;
  if (eventId !== null) for (const source of sources) await source.release(eventId, letter.durable);
  await bus.removeMessage(stream, seq);
  return letter;
}

/** @throws conflict (`event_not_kept`) when there is nothing to publish */
async function loadKept(stores: EventStores, letter: ListedDeadLetter): Promise<[string, LoadedEvent]> {
  const { eventId } = letter;
  const loaded = eventId === null ? null : await createEventLoader(stores.sources)(eventId);
  if (eventId !== null && loaded?.event.environment === stores.environment) return [eventId, loaded];
  throw conflict(
    'event_not_kept',
    `The dead letter ${letter.seq} names no event that was committed in ${stores.environment} and is still kept. It cannot be replayed: drop it.`,
  );
}

/**
 * Publishes the event of a dead letter again, with a fresh count of failures, and deletes the letter. Event and subject
 * come from where the event was committed, not from the letter. All consumers of the subject get it again; consumers
 * that have handled it recognise its id. The row is held until the consumer that gave it up has handled it.
 *
 * @returns the letter, or null when there is none at this place
 * @throws conflict (`event_not_kept`) when the event was never committed here, or is not kept any more
 */
export async function replayDeadLetter(stores: EventStores, seq: number): Promise<ListedDeadLetter | null> {
  const { bus } = stores;
  const letter = await readLetter(bus, seq);
  if (!letter) return null;
  const [eventId, { event, source }] = await loadKept(stores, letter);
  const { durable } = letter;
  await forgetFailures({ durable, eventId });
  await source.hold(eventId, durable);
  // The message id is new for each replay. If the bus dropped a repeat, no consumer would end the hold.
  const msgId = `${eventId}:replay:${randomUUID()}`;
  await bus.publish(event.subject, messageOf(event.envelope), { msgId });
  await bus.removeMessage(stream, seq);
  return { ...letter, subject: event.subject };
}
