import type { CommittedEvents } from '@pas/platform/events/committed-events';
import { ControlOutboxModel, OutboxModel } from '@pas/platform/events/outbox';

/** Far enough ahead that no sweeper finds the rows before they are released. */
const heldBackMs = 100 * 365 * 24 * 3_600_000;

/**
 * Holds the events of a change back that is made as of some moment. The sweeper publishes by `lockUntil`: once they are
 * released, the events of a demo go out, and its audit is sealed, in the order of the times that they pretend.
 */
export function holdBack(now: Date): CommittedEvents {
  return { sweepableAt: () => new Date(now.getTime() + heldBackMs), publish: () => undefined };
}

const outboxes = [OutboxModel, ControlOutboxModel];

const heldBackOf = (tenantId: string) => ({
  tenantId,
  state: 'new' as const,
  lockUntil: { $gt: new Date(Date.now() + heldBackMs / 2) },
});

/** Gives the events of a finished demo to the sweeper. */
export async function releaseEvents(tenantId: string): Promise<void> {
  const release = [{ $set: { lockUntil: { $subtract: ['$lockUntil', heldBackMs] } } }];
  for (const outbox of outboxes) await outbox.collection.updateMany(heldBackOf(tenantId), release);
}

/** Forgets the events of a demo whose making was broken off. */
export async function dropHeldBackEvents(tenantId: string): Promise<void> {
  for (const outbox of outboxes) await outbox.deleteMany(heldBackOf(tenantId));
}
