import type { Model } from 'mongoose';
import type { Envelope } from '@pas/platform/events/envelope';
import { newOutboxRows, type OutboxRow } from '@pas/platform/events/outbox';
import { insertRows } from '@pas/platform/mongo/insert-rows';

/** Writes events into an outbox as a process without a bus does. The sweeper may publish them immediately. */
export async function appendEvents(
  outbox: Model<OutboxRow>,
  envelopes: readonly Envelope[],
  { environment, now = new Date() }: { environment: string; now?: Date },
): Promise<void> {
  const rows = newOutboxRows(envelopes, { environment, now, lockUntil: new Date(0) });
  await insertRows(outbox, rows, null);
}
