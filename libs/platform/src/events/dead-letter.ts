import { z } from 'zod';
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
  envelope: Envelope.nullable().describe('The event. Null if the message is not an event.'),
  raw: z.string().nullable().describe('The raw message, if it is not an event.'),
});
export type DeadLetter = z.infer<typeof DeadLetter>;

/** What is known of the failure. */
export interface Burial {
  durable: string;
  envelope: Envelope | null;
  reason: string;
  attempts: number;
}

/** The id under which a message was published: the event's own, or that of its replay. */
function msgIdOf(delivery: Delivery): string {
  const { stream, streamSequence } = delivery.info;
  return delivery.headers?.get('Nats-Msg-Id') || `${stream}-${streamSequence}`;
}

/**
 * Adds an event to the dead-letter stream. Repeated calls add it once: after a crash between this call and the end of
 * the message, the message is delivered again.
 */
export async function buryDelivery(bus: Bus, delivery: Delivery, burial: Burial): Promise<void> {
  const msgId = msgIdOf(delivery);
  const letter: DeadLetter = {
    ...burial,
    subject: delivery.subject,
    msgId,
    failedAt: new Date().toISOString(),
    raw: burial.envelope ? null : delivery.string(),
  };
  await bus.publish(`pas.dlq.${burial.durable}`, JSON.stringify(letter), {
    msgId: `${burial.durable}:${msgId}`,
  });
}
