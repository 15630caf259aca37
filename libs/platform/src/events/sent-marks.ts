import type { Model } from 'mongoose';
import type { Logger } from '../log/logger.ts';
import type { OutboxRow } from './outbox.ts';

/** Notes in the outbox which events are published, many at a time. */
export interface SentMarks {
  add(outbox: Model<OutboxRow>, id: string): void;
  /** Writes what is still to be noted. */
  flush(): Promise<void>;
}

/**
 * The most marks of one statement, and how long they are gathered, in milliseconds: short beside the ten seconds after
 * which the sweeper publishes what has no mark.
 */
const [maxMarks, maxWaitMs] = [500, 200];

/** If a failover rolls a mark back, the event is published again, and the stream drops it by its message id. */
const quick = { writeConcern: { w: 1, j: false } } as const;

/** Notes that events are in their stream, for rows that no dead letter holds. */
export async function markSent(
  outbox: Model<OutboxRow>,
  ids: readonly string[],
  options: object = quick,
): Promise<void> {
  if (ids.length === 0) return;
  const waiting = { _id: { $in: [...ids] }, state: 'new' };
  // Past mongoose, whose casting costs as much as the statement.
  await outbox.collection.updateMany(
    waiting as never,
    { $set: { state: 'sent', sentAt: new Date() } },
    options,
  );
}

/**
 * Notes that events are in their stream, and has rows that dead letters hold stay so: they were handed to the sweeper
 * again (`republishSince`). A majority write, so that the sweeper's next read does not find the same rows again.
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
 * Gathers marks for a fifth of a second, or until there are five hundred. One that can't be written costs a second
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
