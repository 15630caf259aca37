import { z } from 'zod';
import { messageOf } from './message-of.ts';
import type { Bus, Delivery } from './bus.ts';
import { Envelope } from './envelope.ts';

/** A message of the dead-letter stream: an event that a consumer gave up, and the reason. */
export const DeadLetter = z.object({
  durable: z.string().describe('The consumer that gave up.'),
  subject: z.string().describe('The subject on which the event was published. A replay uses it again.'),
  msgId: z.string().describe('The message id under which it was published.'),
  reason: z.string().describe('The last failure.'),
  attempts: z.int().min(1),
  failedAt: z.iso.datetime(),
  eventId: z.string().nullable().describe('The committed event. Null if the message names none.'),
  envelope: Envelope.nullable().describe(
    'The event as it was committed. Null if the message names none, or if the event is too large for a letter.',
  ),
  raw: z
    .string()
    .nullable()
    .describe('The beginning of the raw message, 16 KiB at most, if the message names no committed event.'),
});
export type DeadLetter = z.infer<typeof DeadLetter>;

/** Facts about the failure of an event. */
export interface DeliveryFailure {
  durable: string;
  eventId: string | null;
  envelope: Envelope | null;
  reason: string;
  attempts: number;
}

/** Maximum number of characters of a raw message in a letter. A letter must never be larger than the bus allows. */
const maxRawLength = 16_384;

/** The largest envelope in a letter. The rest of the bus's limit of 1 MiB is enough for the other fields. */
const maxEnvelopeBytes = 768 * 1024;

const isTooLarge = (envelope: Envelope): boolean =>
  Buffer.byteLength(JSON.stringify(envelope)) > maxEnvelopeBytes;

/** Returns the id under which a message was published: the event's own, or that of its replay. */
function msgIdOf(delivery: Delivery): string {
  const { stream, streamSequence } = delivery.info;
  return delivery.headers?.get('Nats-Msg-Id') || `${stream}-${streamSequence}`;
}

/** The subject of a dead letter is this prefix and the durable name of its consumer. */
export const deadLetterPrefix = 'pas.dlq.';

/**
 * Adds an event to the dead-letter stream. Repeated calls add it once. They occur when a crash between this call and
 * the end of the message makes the bus deliver it again.
 */
export async function addDeadLetter(bus: Bus, delivery: Delivery, failure: DeliveryFailure): Promise<void> {
  const msgId = msgIdOf(delivery);
  const { eventId, envelope } = failure;
  const letter: DeadLetter = {
    ...failure,
    envelope: envelope && isTooLarge(envelope) ? null : envelope,
    subject: delivery.subject,
    msgId,
    failedAt: new Date().toISOString(),
    raw: eventId === null ? delivery.string().slice(0, maxRawLength) : null,
  };
  await bus.publish(`${deadLetterPrefix}${failure.durable}`, messageOf(letter), {
    msgId: `${failure.durable}:${msgId}`,
  });
}
