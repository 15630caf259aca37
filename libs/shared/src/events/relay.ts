import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../log/logger.ts';
import { createBell } from './bell.ts';
import type { Bus } from './bus.ts';
import { startDoorbell } from './doorbell.ts';
import { leaseRows, markSent, releaseRows, type OutboxOf } from './lease-rows.ts';
import { publishRows } from './publish-rows.ts';
import { RetryLater } from './retry-later.ts';
import { ensureStreams } from './streams.ts';

export interface RelayOptions extends OutboxOf {
  bus: Bus;
  log: Logger;
}

/** Work of its own that runs beside a service's requests. */
export interface Relay {
  /** Finishes the events under way and gives the others back. */
  stop(): Promise<void>;
}

/** Events taken at once. */
const batchSize = 100;

/** Finds what no doorbell told of: events whose relay died, and all of them while the change stream is away. */
const pollMs = 500;

/** How long a relay at most stands back for another one that takes the same events. */
const standBackMs = 25;

const firstBackoffMs = 100;
const maxBackoffMs = 2000;

/** Full jitter: replicas that failed together don't come back together. */
const backoffMs = (failures: number): number =>
  Math.random() * Math.min(maxBackoffMs, firstBackoffMs * 2 ** failures);

type Round = 'more' | 'contended' | 'idle';

/**
 * Publishes one lease's events and says what to expect next. A few that fail among others that pass are only put back;
 * when all of them fail, the bus is away.
 *
 * @throws RetryLater when none could be published
 */
async function relayLease({ bus, log, ...of }: RelayOptions): Promise<Round> {
  const lease = await leaseRows(of, batchSize);
  const { sent, failed, cause } = await publishRows(bus, lease);
  await markSent(of, sent);
  const tried = new Set([...sent, ...failed]);
  const untried = lease.rows.map(({ _id }) => _id).filter((id) => !tried.has(id));
  await releaseRows(of, untried, new Date(0));
  await releaseRows(of, failed, new Date(Date.now() + maxBackoffMs));
  if (failed.length > 0 && sent.length === 0) throw new RetryLater('No event could be published.', { cause });
  if (failed.length > 0)
    log.warn({ err: cause, failed }, 'some events were refused; they wait in the outbox');
  if (lease.isContended) return 'contended';
  return lease.rows.length === batchSize ? 'more' : 'idle';
}

/**
 * Publishes what stands in an outbox, in the background, until stopped. Every replica of every service that writes the
 * outbox runs one; there is no leader, and no harm in two of them taking one event.
 */
export function startRelay(options: RelayOptions): Relay {
  const { bus, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const bell = createBell();
  const doorbell = startDoorbell(options, () => bell.ring(), log);
  let failures = 0;
  let areStreamsThere = false;

  const round = async (): Promise<Round> => {
    if (!bus.isConnected()) return 'idle';
    if (!areStreamsThere) await ensureStreams(bus);
    areStreamsThere = true;
    const outcome = await relayLease(options);
    if (failures > 0) log.info('events are published again');
    failures = 0;
    return outcome;
  };
  const failed = async (err: unknown): Promise<void> => {
    if (signal.aborted) return;
    if (failures === 0) log.warn({ err }, 'events wait in the outbox; trying until they can be published');
    failures += 1;
    areStreamsThere = false;
    await pause(backoffMs(failures), undefined, { signal });
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const outcome = await round();
        if (outcome === 'idle') await bell.heard(pollMs);
        if (outcome === 'contended') await pause(Math.random() * standBackMs, undefined, { signal });
      } catch (error) {
        await failed(error).catch(() => undefined);
      }
    }
  };
  const done = run();
  return {
    async stop() {
      stopping.abort();
      doorbell.stop();
      bell.ring();
      await done;
    },
  };
}
