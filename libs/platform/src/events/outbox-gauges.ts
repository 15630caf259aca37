import { Gauge } from 'prom-client';
import { createScrapeReader } from '../metrics/scrape-reader.ts';
import type { OutboxRow } from './outbox.ts';
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
  help: 'Age of the unpublished event that is due first, by outbox. 0 without one.',
  labelNames: ['outbox'],
  collect,
});

/** The number at which a count ends, and the time limit of a read in milliseconds. */
const [maxCounted, maxTimeMS] = [10_000, 1000];

/** Reports the backlog of outboxes at scrapes. Both reads use the index of the sweeper. */
export function observeOutboxes({
  outboxes,
  environment,
}: Pick<OutboxSweeperOptions, 'outboxes' | 'environment'>): { stop(): void } {
  const filter = { environment, state: 'new' as const };
  const readOne = async (outbox: (typeof outboxes)[number]): Promise<void> => {
    const name = outbox.modelName;
    const [count, first] = await Promise.all([
      outbox.countDocuments(filter, { limit: maxCounted, maxTimeMS }),
      outbox
        .findOne(filter, { createdAt: 1 }, { maxTimeMS })
        .sort({ lockUntil: 1, _id: 1 })
        .lean<Pick<OutboxRow, 'createdAt'>>(),
    ]);
    waiting.set({ outbox: name }, count);
    oldest.set({ outbox: name }, first ? (Date.now() - first.createdAt.getTime()) / 1000 : 0);
  };
  return use({
    read: async () => void (await Promise.all(outboxes.map(readOne))),
    clear() {
      waiting.reset();
      oldest.reset();
    },
  });
}
