import type { Bus, StoredMessage } from './bus.ts';
import { forgetFailures } from './count-failure.ts';
import { DeadLetter } from './dead-letter.ts';

/** A dead letter and its place in the stream. */
export interface ListedDeadLetter extends DeadLetter {
  /** What `replayDeadLetter` takes. */
  seq: number;
}

export interface DeadLetterQuery {
  /** Those of one consumer only. */
  durable?: string;
  /** Starts after this place: the `seq` of the last one listed before. */
  afterSeq?: number;
  /** Default 100. */
  limit?: number;
}

const stream = 'DLQ';

const toListed = (message: StoredMessage): ListedDeadLetter => ({
  seq: message.seq,
  ...DeadLetter.parse(message.json()),
});

/** Lists the events that consumers have given up, oldest first. */
export async function listDeadLetters(
  bus: Bus,
  { durable = '>', afterSeq = 0, limit = 100 }: DeadLetterQuery = {},
): Promise<ListedDeadLetter[]> {
  const letters: ListedDeadLetter[] = [];
  let message = await bus.readMessage(stream, `pas.dlq.${durable}`, afterSeq + 1);
  while (message && letters.length < limit) {
    letters.push(toListed(message));
    message = await bus.readMessage(stream, `pas.dlq.${durable}`, message.seq + 1);
  }
  return letters;
}

/** Takes a dead letter out of the stream for good. */
export async function dropDeadLetter(bus: Bus, seq: number): Promise<void> {
  await bus.removeMessage(stream, seq);
}

/**
 * Publishes a given-up event again where it was, with a fresh count of failures, and takes the dead letter away. All
 * consumers of the subject get it again; those that have handled it recognise its id.
 *
 * @returns the letter, or null when there is none at this place
 */
export async function replayDeadLetter(bus: Bus, seq: number): Promise<ListedDeadLetter | null> {
  const message = await bus.readMessage(stream, 'pas.dlq.>', seq);
  if (message?.seq !== seq) return null;
  const letter = toListed(message);
  const { durable, subject, msgId, envelope, raw } = letter;
  if (envelope) await forgetFailures({ durable, eventId: envelope.id });
  // A new id: the bus would drop a repeat of the event's id, and the dead-letter stream would drop a repeat of the
  // first dead letter.
  const body = envelope ? JSON.stringify(envelope) : (raw ?? '');
  await bus.publish(subject, body, { msgId: `${msgId}:replay:${seq}` });
  await dropDeadLetter(bus, seq);
  return letter;
}
