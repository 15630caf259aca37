import type { OutboxOf } from './sweep-outbox.ts';

/**
 * Hands events that were published since a moment to the sweeper once more: for a stream that was lost, or whose server
 * came back from an older backup. Where the stream still has them, or a consumer has handled them, nothing happens
 * again. Rows are kept for fifteen days after they were sent, those of dead letters until the letters are resolved.
 *
 * @returns how many events will be published
 */
export async function republishSince({ outbox, environment }: OutboxOf, since: Date): Promise<number> {
  const { modifiedCount } = await outbox.updateMany(
    { environment, state: { $in: ['sent', 'held'] }, sentAt: { $gte: since } },
    { $set: { state: 'new', lockUntil: new Date(0), sentAt: null } },
  );
  return modifiedCount;
}
