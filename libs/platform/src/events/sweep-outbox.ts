import type { Model } from 'mongoose';
import type { Logger } from '../log/logger.ts';
import { core } from '../mongo/connections.ts';
import { openLease } from '../leases/lease.ts';
import { runAsHolder } from '../leases/run-as-holder.ts';
import type { Bus } from './bus.ts';
import { publishGraceMs, type OutboxRow } from './outbox.ts';
import { publishRow } from './publish-row.ts';
import { RetryLater } from './retry-later.ts';
import { markSwept } from './sent-marks.ts';

/** The rows of an outbox that belong to one environment's bus. */
export interface OutboxOf {
  outbox: Model<OutboxRow>;
  environment: string;
}

export interface OutboxSweeperOptions {
  /** Outboxes that programs without a bus write too. Their events are due immediately. */
  outboxes: readonly Model<OutboxRow>[];
  /** The longest wait between two looks at these outboxes, in milliseconds. Default one second. */
  restMs?: number;
  /** Outboxes whose writers publish. Their events are due only after a grace. */
  selfPublished?: readonly Model<OutboxRow>[];
  environment: string;
  bus: Bus;
  log: Logger;
}

/** Returns the filter of the events that their own process did not publish in time. */
const dueIn = (environment: string) => ({
  environment,
  state: 'new' as const,
  lockUntil: { $lte: new Date() },
});

/** Finds the unpublished event that is due first. */
async function findFirst({ outbox, environment }: OutboxOf): Promise<Pick<OutboxRow, 'lockUntil'> | null> {
  return outbox
    .findOne({ environment, state: 'new' }, { lockUntil: 1 })
    .sort({ lockUntil: 1, _id: 1 })
    .lean<Pick<OutboxRow, 'lockUntil'>>();
}

/** Rows read at once. */
const batchSize = 1000;
const maxInFlight = 256;
/** The wait before the next look when events are due, or NATS is unavailable. */
const dueMs = 1000;

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
  const { outboxes, restMs = dueMs, selfPublished = [], environment, bus, log } = options;
  const lease = openLease({ connection: core, name: `outbox-${environment}`, ttlMs: leaseTtlMs });
  const looks = [
    ...outboxes.map((outbox) => ({ outbox, restMs, at: 0 })),
    // A row that is written after a look is due after the next one, so the rest delays no event.
    ...selfPublished.map((outbox) => ({ outbox, restMs: publishGraceMs, at: 0 })),
  ];
  const lookIn = (ms: number): void => looks.forEach((look) => (look.at = performance.now() + ms));

  /** Looks at an outbox, and plans the next look for the time at which its first event is due. */
  const hasDue = async (look: (typeof looks)[number]): Promise<boolean> => {
    const first = await findFirst({ outbox: look.outbox, environment });
    const dueInMs = first === null ? Infinity : first.lockUntil.getTime() - Date.now();
    const isDue = dueInMs <= 0;
    look.at = performance.now() + (isDue ? dueMs : Math.min(dueInMs + 1, look.restMs));
    return isDue;
  };
  const hasWork = async (): Promise<boolean> => {
    if (!bus.isConnected()) {
      lookIn(dueMs);
      return false;
    }
    const now = performance.now();
    return (await Promise.all(looks.filter(({ at }) => at <= now).map(hasDue))).includes(true);
  };
  const sweepAll = async (): Promise<boolean> => {
    const more = looks.map(({ outbox }) => sweepOnce({ outbox, environment }, bus, log));
    const hasMore = (await Promise.all(more)).includes(true);
    if (hasMore) lookIn(0);
    return hasMore;
  };
  return runAsHolder({
    name: 'outbox sweeper',
    lease,
    renewMs,
    untilNextMs: () => Math.max(0, Math.min(...looks.map(({ at }) => at)) - performance.now()),
    hasWork,
    round: sweepAll,
    log,
  });
}
