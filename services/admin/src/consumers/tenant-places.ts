import { setMaxListeners } from 'node:events';
import { createFairPlaces } from '@pas/platform/concurrency/fair-places';
import type { RunningConsumer } from '@pas/platform/events/consume';
import { RetryLater } from '@pas/platform/events/retry-later';
import type { EventType } from '@pas/shared/events/catalogue';
import { startConsumer, type Consumer } from '@pas/shared/events/start-consumer';

/**
 * Messages that wait for a place in the memory of a process: in total, and of one tenant. The bus delivers a message of
 * another tenant only after the earlier ones are held here or deferred. So many are held, at some kilobytes each.
 */
const waiting = { max: 6000, maxEach: 5000, maxMs: 600_000 };

/** The shortest wait of a message beyond these limits, in milliseconds. At most it is twice as long. */
const laterMs = 5000;

/** Places for the messages of a consumer, which tenants share fairly. */
export interface TenantPlaces {
  /**
   * Runs work once its tenant has a place. The tenant with the fewest places is next.
   *
   * @throws RetryLater when the tenant already has too many messages waiting, and after the stop
   */
  run(tenantId: string, work: () => Promise<void>): Promise<void>;
  /** Refuses the waiting work. */
  stop(): void;
}

/** @param places messages that are sent at once; one tenant alone gets about three quarters of them */
export function createTenantPlaces(places: number): TenantPlaces {
  const fair = createFairPlaces({ places, weights: [2], waiting });
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  return {
    async run(tenantId, work) {
      const outcome = await fair.take([tenantId], stopping.signal);
      if (outcome !== 'taken')
        throw new RetryLater('Other messages are sent first.', { afterMs: laterMs * (1 + Math.random()) });
      try {
        await work();
      } finally {
        fair.release([tenantId]);
      }
    },
    stop: () => stopping.abort(),
  };
}

/**
 * Starts a consumer that handles the events of tenants in fair turns.
 *
 * @param places events that are handled at once
 */
export function startFairConsumer<Type extends EventType>(
  places: number,
  consumer: Omit<Consumer<Type>, 'concurrency'>,
): RunningConsumer {
  const fair = createTenantPlaces(places);
  const running = startConsumer({
    ...consumer,
    concurrency: waiting.max,
    handle: async (event, meta) =>
      fair.run(event.tenantid, async () => void (await consumer.handle(event, meta))),
  });
  return {
    async stop() {
      fair.stop();
      await running.stop();
    },
  };
}
