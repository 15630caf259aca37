import type { Bus } from './bus.ts';
import { eventsPublished, outboxSeconds } from './event-metrics.ts';
import type { Lease } from './lease-rows.ts';
import type { OutboxRow } from './outbox.ts';

/** What became of the events of one lease. Those in neither list were not tried, because the lease ran out. */
export interface Published {
  sent: string[];
  failed: string[];
  /** Why the first of them failed. */
  cause?: unknown;
}

/** Publishes under way at once: enough to fill the round trip, few enough for all to be done within the lease. */
const maxInFlight = 50;

/** The media type of an event in structured JSON (CloudEvents 1.0, NATS protocol binding, section 3.2). */
const headers = { 'content-type': 'application/cloudevents+json' };

async function publishRow(bus: Bus, row: OutboxRow): Promise<void> {
  await bus.publish(row.subject, JSON.stringify(row.envelope), { msgId: row._id, headers });
  outboxSeconds.observe((Date.now() - row.createdAt.getTime()) / 1000);
}

/** Publishes leased events side by side, each under its event id, so that one published twice is stored once. */
export async function publishRows(bus: Bus, { rows, endsAt }: Lease): Promise<Published> {
  const published: Published = { sent: [], failed: [] };
  const queue = rows.values();
  const work = async (): Promise<void> => {
    for (const row of queue) {
      if (Date.now() >= endsAt.getTime()) return;
      try {
        await publishRow(bus, row);
        published.sent.push(row._id);
      } catch (error) {
        published.failed.push(row._id);
        published.cause ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxInFlight, rows.length) }, work));
  eventsPublished.inc({ outcome: 'sent' }, published.sent.length);
  eventsPublished.inc({ outcome: 'failed' }, published.failed.length);
  return published;
}
