import { Gauge } from 'prom-client';
import { createScrapeReader } from '../metrics/scrape-reader.ts';
import { readBacklog } from './read-backlog.ts';
import type { OutboxSweeperOptions } from './sweep-outbox.ts';

const { collect, use } = createScrapeReader('outbox');

const waiting = new Gauge({
  name: 'outbox_waiting_events',
  help: 'Committed events that are not published yet, by outbox. Counted up to 10,000.',
  labelNames: ['outbox'],
  collect,
});

const oldest = new Gauge({
  name: 'outbox_oldest_event_age_seconds',
  help: 'Age of the oldest unpublished event, by outbox. 0 without one.',
  labelNames: ['outbox'],
  collect,
});

/** The time limit of a read, in milliseconds. */
const maxTimeMS = 1000;

/** Reports the backlog of outboxes at scrapes. */
export function observeOutboxes({
  outboxes,
  environment,
}: Pick<OutboxSweeperOptions, 'outboxes' | 'environment'>): { stop(): void } {
  const readOne = async (outbox: (typeof outboxes)[number]): Promise<void> => {
    const { count, oldestSeconds } = await readBacklog(outbox, environment, maxTimeMS);
    waiting.set({ outbox: outbox.modelName }, count);
    oldest.set({ outbox: outbox.modelName }, oldestSeconds);
  };
  return use({
    read: async () => void (await Promise.all(outboxes.map(readOne))),
    clear() {
      waiting.reset();
      oldest.reset();
    },
  });
}
