import { leaveToSweeper, type CommittedEvents } from '@pas/platform/events/committed-events';
import { ControlOutboxModel, OutboxModel } from '@pas/platform/events/outbox';

/** Lock time that keeps the rows from the sweeper until they are released. */
const heldBackMs = 100 * 365 * 24 * 3_600_000;

/**
 * Holds back the events of a change in the past. The sweeper publishes in order of `lockUntil`. After the release, the
 * events of a demo are published, and its audit is sealed, in order of their times.
 */
export function holdBack(now: Date): CommittedEvents {
  return {
    ...leaveToSweeper,
    sweepableAt: () => new Date(now.getTime() + heldBackMs),
  };
}

const outboxes = [OutboxModel, ControlOutboxModel];

const heldBackOf = (tenantId: string) => ({
  tenantId,
  state: 'new' as const,
  lockUntil: { $gt: new Date(Date.now() + heldBackMs / 2) },
});

/** Releases the events of a finished demo to the sweeper. */
export async function releaseEvents(tenantId: string): Promise<void> {
  const release = [{ $set: { lockUntil: { $subtract: ['$lockUntil', heldBackMs] } } }];
  for (const outbox of outboxes) await outbox.collection.updateMany(heldBackOf(tenantId), release);
}

/** Deletes the events of an incomplete demo. */
export async function dropHeldBackEvents(tenantId: string): Promise<void> {
  for (const outbox of outboxes) await outbox.deleteMany(heldBackOf(tenantId));
}
