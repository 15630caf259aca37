import { Gauge, register } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { createScrapeReader } from './scrape-reader.ts';

afterEach(() => register.removeSingleMetric('test_rows'));

/** Makes a gauge whose value is the number of reads. */
function countReads(read: (count: number) => Promise<number>, times = { freshMs: 60_000, waitMs: 10 }) {
  const reader = createScrapeReader('test', times);
  const gauge = new Gauge({ name: 'test_rows', help: 'Rows.', collect: reader.collect });
  let reads = 0;
  const use = {
    read: async () => {
      reads += 1;
      gauge.set(await read(reads));
    },
    clear: () => gauge.remove(),
  };
  const scrape = async (): Promise<string | undefined> =>
    /^test_rows (\S+)$/m.exec(await register.getSingleMetricAsString('test_rows'))?.[1];
  return { reader, use, scrape, reads: () => reads };
}

test('a hundred scrapes, concurrent and consecutive, read the store once', async () => {
  const { reader, use, scrape, reads } = countReads(async (count) => count);
  reader.use(use);
  expect(new Set(await Promise.all(Array.from({ length: 50 }, scrape)))).toEqual(new Set(['1']));
  for (let again = 0; again < 50; again += 1) expect(await scrape()).toBe('1');
  expect(reads()).toBe(1);
});

test('a value that is no longer fresh is read again', async () => {
  const { reader, use, scrape } = countReads(async (count) => count, { freshMs: 0, waitMs: 10 });
  reader.use(use);
  expect([await scrape(), await scrape()]).toEqual(['1', '2']);
});

test('a failed read removes the value and counts the failure', async () => {
  const read = async (count: number) => {
    if (count === 2) throw new Error('The store is unavailable.');
    return count;
  };
  const { reader, use, scrape } = countReads(read, { freshMs: 0, waitMs: 1000 });
  reader.use(use);
  expect(await scrape()).toBe('1');
  expect(await scrape()).not.toBe('1');
  const failures = await register.getSingleMetricAsString('metrics_read_failures_total');
  expect(failures).toContain('metrics_read_failures_total{source="test"} 1');
});

test('a store that never answers does not hold up a scrape', async () => {
  const { reader, use, scrape } = countReads(() => new Promise<number>(() => undefined));
  reader.use(use);
  expect(await scrape()).toBe('0');
});

test('a stopped reader reads the store no more', async () => {
  const { reader, use, scrape, reads } = countReads(async (count) => count, { freshMs: 0, waitMs: 1000 });
  const used = reader.use(use);
  await scrape();
  used.stop();
  await scrape();
  expect(reads()).toBe(1);
});
