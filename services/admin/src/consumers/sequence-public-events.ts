import type { Bus } from '@pas/platform/events/bus';
import type { Envelope } from '@pas/platform/events/envelope';
import type { Logger } from '@pas/platform/log/logger';
import { eventsOfBatch } from '@pas/shared/events/gather-events';
import { startConsumer } from '@pas/shared/events/start-consumer';
import { consumers } from '@pas/shared/events/traffic';
import { createGroupCommit } from '../audit-chain/group-commit.ts';
import { sequenceEvents, type FollowEvents } from '../public-events/sequence-events.ts';

export interface SequencePublicEvents {
  bus: Bus;
  log: Logger;
  environment: string;
  /** What is stored together with new public events. */
  followers: readonly FollowEvents[];
}

/** Events under way in this process, from each stream. */
const concurrency = 1000;

/** Batches under way in this process. Their events are all in memory. */
const batchConcurrency = 4;

/** Events that get their places in one transaction, and transactions of different tenants at once. */
const batching = { maxBatch: 500, maxCommits: 4 };

/** Gives the events that integrators get their places in the order of their tenant, each exactly once. */
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
  const common = { bus, log, environment, concurrency, handle };
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
