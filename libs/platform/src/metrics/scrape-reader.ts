import { setTimeout as pause } from 'node:timers/promises';
import { Counter } from 'prom-client';

const failures = new Counter({
  name: 'metrics_read_failures_total',
  help: 'Reads of a store for metrics that failed, by source. The gauges of that source are missing meanwhile.',
  labelNames: ['source'],
});

/** A read of a store that sets some gauges. */
export interface GaugeRead {
  /** Reads the store and sets the gauges. */
  read: () => Promise<void>;
  /** Removes the values of the gauges after a failed read, because old values would look current. */
  clear: () => void;
}

export interface ScrapeReader {
  /** Passed to each gauge of the source as `collect`. */
  collect: () => Promise<void>;
  /** Starts to read at scrapes. */
  use: (read: GaugeRead) => { stop(): void };
}

/** Time for which a read serves all scrapes, and time that a scrape waits for a read, in milliseconds. */
const defaultTimes = { freshMs: 15_000, waitMs: 1000 };

/**
 * Makes a reader for gauges whose values are in a store. A scrape starts at most one read every 15 s, however often the
 * process is scraped. A scrape does not wait longer than a second for it.
 *
 * @param source the name of the store for `metrics_read_failures_total`
 */
export function createScrapeReader(source: string, { freshMs, waitMs } = defaultTimes): ScrapeReader {
  const used = new Set<GaugeRead>();
  let readAt = -Infinity;
  let reading: Promise<void> | null = null;

  const readOne = async ({ read, clear }: GaugeRead): Promise<void> => {
    try {
      await read();
    } catch {
      failures.inc({ source });
      clear();
    }
  };
  const readAll = async (): Promise<void> => {
    await Promise.all([...used].map(readOne));
    reading = null;
  };
  return {
    async collect() {
      if (used.size > 0 && performance.now() - readAt >= freshMs && reading === null) {
        readAt = performance.now();
        reading = readAll();
      }
      if (reading) await Promise.race([reading, pause(waitMs, undefined, { ref: false })]);
    },
    use(read) {
      used.add(read);
      readAt = -Infinity;
      return {
        stop() {
          used.delete(read);
          read.clear();
        },
      };
    },
  };
}
