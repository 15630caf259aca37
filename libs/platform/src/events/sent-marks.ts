import type { Model } from 'mongoose';
import type { Logger } from '../log/logger.ts';
import type { OutboxRow } from './outbox.ts';

/** Batched marks of published events in the outbox. */
export interface SentMarks {
  add(outbox: Model<OutboxRow>, id: string): void;
  /** Writes the pending marks. */
  flush(): Promise<void>;
}

/**
 * Maximum marks of one statement, and the time for which they are gathered, in milliseconds. It is short compared with
 * the ten seconds after which the sweeper publishes unmarked events.
 */
const [maxMarks, maxWaitMs] = [500, 200];

/**
 * Marks need no majority. If a failover rolls one back, the event is published again, and the stream drops the repeat.
 */
const quick = { writeConcern: { w: 1, j: false } } as const;

/** Marks events as sent, in rows that no dead letter holds. */
export async function markSent(
  outbox: Model<OutboxRow>,
  ids: readonly string[],
  options: object = quick,
): Promise<void> {
  if (ids.length === 0) return;
  const waiting = { _id: { $in: [...ids] }, state: 'new' };
  // Bypasses mongoose, whose casting costs as much as the statement.
  await outbox.collection.updateMany(
    waiting as never,
    { $set: { state: 'sent', sentAt: new Date() } },
    options,
  );
}

/**
 * Marks swept events as sent. A row that a dead letter holds becomes `held` again (see `republishSince`). The write
 * waits for a majority, so that the sweeper's next read does not find the same rows.
 */
export async function markSwept(outbox: Model<OutboxRow>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const holders = { $size: { $ifNull: ['$heldBy', []] } };
  const state = { $cond: [{ $gt: [holders, 0] }, 'held', 'sent'] };
  await outbox.collection.updateMany(
    { _id: { $in: [...ids] }, state: 'new' } as never,
    [{ $set: { state, sentAt: '$$NOW' } }],
    { writeConcern: { w: 'majority' } },
  );
}

/**
 * Gathers marks for a fifth of a second, or until there are five hundred. A mark that can't be written costs a second
 * publication.
 */
export function createSentMarks(log: Logger): SentMarks {
  const waiting = new Map<Model<OutboxRow>, string[]>();
  const writing = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const write = (outbox: Model<OutboxRow>): void => {
    const ids = waiting.get(outbox) ?? [];
    waiting.delete(outbox);
    const written = markSent(outbox, ids)
      .catch((err: unknown) =>
        log.debug({ err }, 'published events could not be marked; they will be published again'),
      )
      .finally(() => writing.delete(written));
    writing.add(written);
  };
  const writeAll = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const outbox of waiting.keys()) write(outbox);
  };
  return {
    add(outbox, id) {
      const ids = waiting.get(outbox);
      if (ids) ids.push(id);
      else waiting.set(outbox, [id]);
      if (ids && ids.length >= maxMarks) write(outbox);
      else timer ??= setTimeout(writeAll, maxWaitMs);
    },
    async flush() {
      writeAll();
      await Promise.all(writing);
    },
  };
}
