import type { Model } from 'mongoose';
import { publishGraceMs, type OutboxRow } from './outbox.ts';

/** Publisher of the events of a change after its commit. */
export interface CommittedEvents {
  /** Returns the time at which the sweeper may publish a row that is written now. */
  sweepableAt(): Date;
  /** Takes events that are committed with write concern majority. Never waits and never throws. */
  publish(outbox: Model<OutboxRow>, rows: readonly OutboxRow[]): void;
  /** Sends a wake signal to the listeners of a subject. It may be lost, so nothing depends on it. */
  wake(subject: string): void;
}

/** The publisher of a process without a bus: the sweeper publishes all of its events. */
export const leaveToSweeper: CommittedEvents = {
  sweepableAt: () => new Date(0),
  publish: () => undefined,
  wake: () => undefined,
};

/** Returns the time at which the sweeper takes over from a process that publishes its events itself. */
export const afterGrace = (): Date => new Date(Date.now() + publishGraceMs);
