import { inSpan } from '../trace/spans.ts';
import type { Bus } from './bus.ts';
import { eventsPublished, outboxSeconds } from './event-metrics.ts';
import { messageOf } from './message-of.ts';
import type { OutboxRow } from './outbox.ts';

/** The media type of an event in structured JSON (CloudEvents 1.0, NATS protocol binding, section 3.2). */
const headers = { 'content-type': 'application/cloudevents+json' };

/**
 * Publishes the event of an outbox row under its event id, so that a repeat is stored once.
 *
 * @throws RetryLater while NATS is unavailable, or a client error when the stream refuses it
 */
export async function publishRow(bus: Bus, row: OutboxRow): Promise<void> {
  try {
    const span = {
      name: `publish ${row.subject}`,
      kind: 'producer',
      parent: row.envelope.traceparent ?? null,
    } as const;
    await inSpan(span, () => bus.publish(row.subject, messageOf(row.envelope), { msgId: row._id, headers }));
  } catch (error) {
    eventsPublished.inc({ outcome: 'failed' });
    throw error;
  }
  eventsPublished.inc({ outcome: 'sent' });
  outboxSeconds.observe((Date.now() - row.createdAt.getTime()) / 1000);
}
