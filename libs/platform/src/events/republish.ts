import type { OutboxOf } from './sweep-outbox.ts';

/**
 * Hands the events published since a moment to the sweeper again. It restores a stream that was lost, or whose server
 * came back from an older backup. A stream drops events that it still has, and consumers drop events that they have
 * handled. Rows are kept for fifteen days after they were sent; rows of dead letters until the letters are resolved.
 *
 * @returns the number of events that will be published
 */
export async function republishSince({ outbox, environment }: OutboxOf, since: Date): Promise<number> {
  const { modifiedCount } = await outbox.updateMany(
    { environment, state: { $in: ['sent', 'held'] }, sentAt: { $gte: since } },
    { $set: { state: 'new', lockUntil: new Date(0), sentAt: null } },
  );
  return modifiedCount;
}
