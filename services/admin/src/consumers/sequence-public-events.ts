import type { Bus } from '@pas/platform/events/bus';
import type { Envelope } from '@pas/platform/events/envelope';
import type { Logger } from '@pas/platform/log/logger';
import { eventsOfBatch } from '@pas/shared/events/batch-events';
import { startConsumer } from '@pas/shared/events/start-consumer';
import { consumers } from '@pas/shared/events/traffic';
import { createGroupCommit } from '../audit-chain/group-commit.ts';
import { sequenceEvents, type FollowEvents } from '../public-events/sequence-events.ts';

export interface SequencePublicEvents {
  bus: Bus;
  log: Logger;
  environment: string;
  /** Writers of further rows in the same transaction as new public events. */
  followers: readonly FollowEvents[];
}

/** Concurrent events in this process, per stream. */
const concurrency = 1000;

/** Concurrent batches in this process. All their events are in memory. */
const batchConcurrency = 4;

/**
 * Maximum events sequenced per transaction, and concurrent transactions of different tenants. The consumers read events
 * in batches, so a batch is mostly complete immediately.
 */
const batching = { maxBatch: 500, maxCommits: 4, lingerMs: 5 };

/** Assigns public events their position in the tenant's order, each exactly once. */
export function startSequencingPublicEvents(options: SequencePublicEvents): { stop(): Promise<void> } {
  const { bus, log, environment, followers } = options;
  const submit = createGroupCommit<Envelope>(
    async (tenantId, events) => sequenceEvents({ tenantId, events, followers }),
    batching,
  );
  const handle = async (event: Envelope): Promise<void> => {
    // The platform's own keys belong to no tenant.
    if (event.tenantid !== '') await submit(event.tenantid, event);
  };
  const common = { bus, log, environment, concurrency, handle, lingers: true };
  const running = [consumers.sequenceOnboarding, consumers.sequenceActivity].map((consumer) =>
    startConsumer({ ...common, ...consumer }),
  );
  const batches = startConsumer({
    ...common,
    ...consumers.sequenceBatches,
    concurrency: batchConcurrency,
    handle: async (batch) => void (await Promise.all(eventsOfBatch(batch).map(handle))),
  });
  running.push(batches);
  return { stop: async () => void (await Promise.all(running.map((consumer) => consumer.stop()))) };
}
