import type { OutboxModel } from './outbox.ts';

/** The events of an outbox that are committed and not published yet. */
interface Backlog {
  /** Number of events, counted up to `maxCounted`. */
  count: number;
  /** Age of the oldest of these events in seconds; 0 without one. */
  oldestSeconds: number;
}

/** The number at which the count ends. */
export const maxCounted = 10_000;

/**
 * Reads the backlog of an outbox by the sweeper's index. An event that the bus refuses is due again later, so the oldest
 * one is not always due first.
 *
 * @throws MongoServerError after `maxTimeMS`
 */
export async function readBacklog(
  outbox: typeof OutboxModel,
  environment: string,
  maxTimeMS: number,
): Promise<Backlog> {
  const [found] = await outbox
    .aggregate<{ count: number; oldest: Date }>([
      { $match: { environment, state: 'new' } },
      { $limit: maxCounted },
      { $group: { _id: null, count: { $sum: 1 }, oldest: { $min: '$createdAt' } } },
    ])
    .option({ maxTimeMS });
  if (!found) return { count: 0, oldestSeconds: 0 };
  return { count: found.count, oldestSeconds: (Date.now() - found.oldest.getTime()) / 1000 };
}
