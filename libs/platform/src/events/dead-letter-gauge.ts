import { Gauge } from 'prom-client';
import { createScrapeReader } from '../metrics/scrape-reader.ts';
import type { Bus } from './bus.ts';
import { deadLetterPrefix } from './dead-letter.ts';

const { collect, use } = createScrapeReader('dead_letters');

const letters = new Gauge({
  name: 'dead_letters',
  help: 'Events that a consumer has given up and that nobody has replayed or dropped, by consumer.',
  labelNames: ['durable'],
  collect,
});

/**
 * Reports the dead letters of all consumers at scrapes, by one request to NATS.
 *
 * @param durables consumers that are reported also without letters
 */
export function observeDeadLetters(bus: Bus, durables: readonly string[]): { stop(): void } {
  return use({
    async read() {
      const info = await bus.manage(({ streams }) =>
        streams.info('DLQ', { subjects_filter: `${deadLetterPrefix}>` }),
      );
      const { subjects = {} } = info.state;
      for (const durable of durables) letters.set({ durable }, 0);
      // Letters of a consumer that a release has removed stay until an operator drops them.
      for (const [subject, count] of Object.entries(subjects))
        letters.set({ durable: subject.slice(deadLetterPrefix.length) }, count);
    },
    clear: () => letters.reset(),
  });
}
