import type { Model } from 'mongoose';
import type { Logger } from '../log/logger.ts';
import { core } from '../mongo/connections.ts';
import { openLease } from '../leases/lease.ts';
import { runAsHolder } from '../leases/run-as-holder.ts';
import type { Bus } from './bus.ts';
import type { OutboxRow } from './outbox.ts';
import { publishRow } from './publish-row.ts';
import { RetryLater } from './retry-later.ts';
import { markSwept } from './sent-marks.ts';

/** The rows of an outbox that belong to one environment's bus. */
export interface OutboxOf {
  outbox: Model<OutboxRow>;
  environment: string;
}

export interface OutboxSweeperOptions {
  /** Outboxes that programs without a bus write too. Their events are due at once. */
  outboxes: readonly Model<OutboxRow>[];
  /** Outboxes whose writers publish. Their events are due only after a grace, so seldom looks suffice. */
  selfPublished?: readonly Model<OutboxRow>[];
  environment: string;
  bus: Bus;
  log: Logger;
}

/** Filter of the events that their own process did not publish in time. */
const dueIn = (environment: string) => ({
  environment,
  state: 'new' as const,
  lockUntil: { $lte: new Date() },
});

/** Rows read at once. */
const batchSize = 1000;
const maxInFlight = 256;
const pollMs = 1000;

/** The self-published outboxes are looked at in every so many polls. */
const everyPolls = 4;

/** The time that other replicas wait after the holder of the lease is killed. */
const leaseTtlMs = 5000;
const renewMs = 2000;

/** The wait before a refused event is retried, after events that were never tried. */
const refusedMs = 2000;

/** A batch that takes longer is left for the next round, because NATS is too slow. */
const maxRoundMs = 3000;

interface PublishResult {
  sent: string[];
  refused: string[];
  /** The error of the first refused event. */
  cause?: unknown;
}

async function publishAll(bus: Bus, rows: readonly OutboxRow[]): Promise<PublishResult> {
  const published: PublishResult = { sent: [], refused: [] };
  const giveUpAt = performance.now() + maxRoundMs;
  const queue = rows.values();
  const work = async (): Promise<void> => {
    for (const row of queue) {
      if (performance.now() > giveUpAt) return;
      try {
        await publishRow(bus, row);
        published.sent.push(row._id);
      } catch (error) {
        published.refused.push(row._id);
        published.cause ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxInFlight, rows.length) }, work));
  return published;
}

/**
 * Publishes a batch of events whose process did not publish them in time, oldest first.
 *
 * Rows are read with read concern majority. So an event is published only for a change that no failover can roll back.
 * The marks are majority writes, so that the next read doesn't find the same rows again.
 *
 * @returns whether there may be more
 * @throws RetryLater when no event could be published
 */
async function sweepOnce({ outbox, environment }: OutboxOf, bus: Bus, log: Logger): Promise<boolean> {
  const rows = await outbox
    .find(dueIn(environment), null, { readPreference: 'primary', readConcern: { level: 'majority' } })
    .sort({ lockUntil: 1, _id: 1 })
    .limit(batchSize)
    .lean<OutboxRow[]>();
  if (rows.length === 0) return false;
  const { sent, refused, cause } = await publishAll(bus, rows);
  await markSwept(outbox, sent);
  if (refused.length > 0) {
    const lockUntil = new Date(Date.now() + refusedMs);
    await outbox.updateMany({ _id: { $in: refused }, state: 'new' }, { $set: { lockUntil } });
    if (sent.length === 0) throw new RetryLater('No event could be published.', { cause });
    log.warn({ err: cause, refused }, 'the bus refused some events; they wait in the outbox');
  }
  return rows.length === batchSize;
}

/**
 * Publishes in the background the events that their own processes did not publish. NATS was unavailable, the process
 * was killed, or it has no bus. One replica at a time does this. Two at once would only publish twice, and the streams
 * drop repeats by message id.
 */
export function startOutboxSweeper(options: OutboxSweeperOptions): { stop(): Promise<void> } {
  const { outboxes, selfPublished = [], environment, bus, log } = options;
  const lease = openLease({ connection: core, name: `outbox-${environment}`, ttlMs: leaseTtlMs });
  let polls = 0;
  const sweepAll = async (): Promise<boolean> => {
    const more = [...outboxes, ...selfPublished].map((outbox) =>
      sweepOnce({ outbox, environment }, bus, log),
    );
    const hasMore = (await Promise.all(more)).includes(true);
    if (hasMore) polls = 0;
    return hasMore;
  };
  const hasWork = async (): Promise<boolean> => {
    if (!bus.isConnected()) {
      polls = 0;
      return false;
    }
    const looked = polls % everyPolls === 0 ? [...outboxes, ...selfPublished] : outboxes;
    polls += 1;
    const due = looked.map(async (outbox) => outbox.exists(dueIn(environment)));
    return (await Promise.all(due)).some((row) => row !== null);
  };
  return runAsHolder({
    name: 'outbox sweeper',
    lease,
    renewMs,
    everyMs: pollMs,
    hasWork,
    round: sweepAll,
    log,
  });
}
