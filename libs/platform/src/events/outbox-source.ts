import type { Model } from 'mongoose';
import type { CommittedEvent, EventSource } from './event-source.ts';
import type { OutboxRow } from './outbox.ts';

/** Time limit of a read, in milliseconds. After a time-out, the messages that wait for it are delivered again. */
const maxReadMs = 5000;

type StoredEvent = Pick<OutboxRow, '_id' | 'environment' | 'subject' | 'envelope' | 'heldBy'>;

const fields = { environment: 1, subject: 1, envelope: 1, heldBy: 1 } as const;

/**
 * Converts a value of the driver to JSON, with dates as texts. It changes the value in place: an event has few dates and
 * may be large. Writing and parsing all of it costs ten times as much.
 */
function asJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const parts = value as Record<string, unknown> & { toJSON?: () => unknown };
  if (typeof parts.toJSON === 'function') return parts.toJSON();
  for (const key of Object.keys(parts)) parts[key] = asJson(parts[key]);
  return parts;
}

/** Converts a row to an event. Its values have the form that they have on the bus. */
const toEvent = ({ environment, subject, envelope, heldBy }: StoredEvent): CommittedEvent => ({
  environment,
  subject,
  envelope: asJson(envelope),
  heldBy: heldBy ?? [],
});

/** The consumers that hold a row; null if none has ever held it. */
const holders = { $ifNull: ['$heldBy', []] };

/** Makes an event source from an outbox. */
export function outboxSource(outbox: Model<OutboxRow>): EventSource {
  return {
    async find(ids, level) {
      const rows = await outbox
        .find({ _id: { $in: [...ids] } }, fields, { readPreference: 'primary', readConcern: { level } })
        .maxTimeMS(maxReadMs)
        // Fits all rows into one answer: the server's default first batch has 101 rows.
        .batchSize(ids.length + 1)
        .lean<StoredEvent[]>();
      return new Map(rows.map((row) => [row._id, toEvent(row)]));
    },
    async hold(id, durable) {
      const published = { _id: id, state: { $in: ['sent', 'held'] } };
      const { matchedCount } = await outbox.collection.updateOne(published as never, [
        { $set: { state: 'held', heldBy: { $setUnion: [holders, [durable]] } } },
      ]);
      return matchedCount === 1;
    },
    async release(id, durable) {
      const heldBy = { $setDifference: [holders, [durable]] };
      const state = { $cond: [{ $eq: ['$heldBy', []] }, 'sent', 'held'] };
      // A row that waits to be published again keeps its state; the sweeper checks its holders.
      const isWaiting = { $eq: ['$state', 'new'] };
      await outbox.collection.updateOne({ _id: id } as never, [
        { $set: { heldBy } },
        {
          $set: {
            state: { $cond: [isWaiting, '$state', state] },
            sentAt: { $cond: [isWaiting, '$sentAt', '$$NOW'] },
          },
        },
      ]);
    },
  };
}
