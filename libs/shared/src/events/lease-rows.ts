import type { Model } from 'mongoose';
import { newId } from '../ids/id.ts';
import type { OutboxRow } from './outbox.ts';

/** The rows of an outbox that one environment's relays publish. */
export interface OutboxOf {
  outbox: Model<OutboxRow>;
  environment: string;
}

/** Rows that no other relay takes until the lease ends. */
export interface Lease {
  rows: OutboxRow[];
  endsAt: Date;
  /** Another relay was quicker for some of those that waited. */
  isContended: boolean;
}

/** How long a relay may take for one lease; one that is killed holds its rows up for so long. */
const leaseMs = 3000;

/**
 * A write that the next read need not wait for. Whatever a failover takes back of these, the event is published again and
 * dropped by its message id.
 */
const quick = { writeConcern: { w: 1, j: false } } as const;

const free = (environment: string, now: Date) => ({
  environment,
  state: 'new' as const,
  lockUntil: { $lte: now },
});

const newest = { readPreference: 'primary', readConcern: { level: 'local' } } as const;

/**
 * Takes up to `max` events that wait and that nobody holds, oldest first.
 *
 * The rows are read as they are now, or a relay would see those that it has just sent. That a failover can't take back a
 * change whose event is published, is the lease's part: it is a majority write behind the change in the same log, so
 * once it is acknowledged, the change is safe too.
 */
export async function leaseRows({ outbox, environment }: OutboxOf, max: number): Promise<Lease> {
  const now = new Date();
  const endsAt = new Date(now.getTime() + leaseMs);
  const candidates = await outbox
    .find(free(environment, now), null, newest)
    .sort({ lockUntil: 1, _id: 1 })
    .limit(max)
    .lean<OutboxRow[]>();
  if (candidates.length === 0) return { rows: [], endsAt, isContended: false };

  const ids = candidates.map(({ _id }) => _id);
  const leaseId = newId('outboxLease');
  const taken = await outbox.updateMany(
    { _id: { $in: ids }, ...free(environment, now) },
    { $set: { leaseId, lockUntil: endsAt } },
    { writeConcern: { w: 'majority', j: true } },
  );
  if (taken.modifiedCount === 0) return { rows: [], endsAt, isContended: true };
  if (taken.modifiedCount === ids.length) return { rows: candidates, endsAt, isContended: false };
  const mine = await outbox.find({ leaseId }, { _id: 1 }, newest).lean<OutboxRow[]>();
  const mineIds = new Set(mine.map(({ _id }) => _id));
  return { rows: candidates.filter(({ _id }) => mineIds.has(_id)), endsAt, isContended: true };
}

/** Notes that events are on the bus. They stay for a week, so that a lost stream can be published again. */
export async function markSent({ outbox }: OutboxOf, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await outbox.updateMany(
    { _id: { $in: ids }, state: 'new' },
    { $set: { state: 'sent', sentAt: new Date(), leaseId: null } },
    quick,
  );
}

/**
 * Gives events back that were not published, for any relay to take once `until` has come. They queue up behind all that
 * were never tried, so a stream that refuses its events holds up no other.
 */
export async function releaseRows({ outbox }: OutboxOf, ids: readonly string[], until: Date): Promise<void> {
  if (ids.length === 0) return;
  await outbox.updateMany(
    { _id: { $in: ids }, state: 'new' },
    { $set: { lockUntil: until, leaseId: null } },
    quick,
  );
}
