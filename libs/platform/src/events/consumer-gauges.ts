import { Gauge } from 'prom-client';
import { createScrapeReader } from '../metrics/scrape-reader.ts';
import type { DurableConsumer } from './bus.ts';

const { collect, use } = createScrapeReader('consumers');
const labelNames = ['durable'] as const;

const pending = new Gauge({
  name: 'consumer_pending_messages',
  help: 'Messages of a durable consumer that no process has fetched yet. All replicas report the same number.',
  labelNames,
  collect,
});

const unacknowledged = new Gauge({
  name: 'consumer_unacknowledged_messages',
  help: 'Messages of a durable consumer that a process works on.',
  labelNames,
  collect,
});

const redelivered = new Gauge({
  name: 'consumer_redelivered_messages',
  help: 'Unacknowledged messages of a durable consumer that were delivered more than once.',
  labelNames,
  collect,
});

const gauges = [pending, unacknowledged, redelivered];

/** Reports the lag of a durable consumer at scrapes, by one request to NATS. */
export function observeConsumer(consumer: DurableConsumer, durable: string): { stop(): void } {
  return use({
    async read() {
      const { num_pending, num_ack_pending, num_redelivered } = await consumer.info();
      pending.set({ durable }, num_pending);
      unacknowledged.set({ durable }, num_ack_pending);
      redelivered.set({ durable }, num_redelivered);
    },
    clear: () => gauges.forEach((gauge) => gauge.remove({ durable })),
  });
}
