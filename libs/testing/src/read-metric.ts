import { register } from 'prom-client';

/**
 * Reads a value of this process's metrics, as a scrape shows it. Several matching series are added.
 *
 * @param name the name of the sample, such as `requests_total` or `duration_seconds_count`
 * @returns undefined without a series
 */
export async function readMetric(
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number | undefined> {
  const lines = (await register.metrics()).split('\n');
  const values = lines
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)))
    .map((line) => Number(line.slice(line.lastIndexOf(' '))));
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}

/** Runs work and returns by how much a value has grown meanwhile. */
export async function growthOf(
  [name, labels]: readonly [name: string, labels?: Readonly<Record<string, string>>],
  work: () => unknown,
): Promise<number> {
  const before = (await readMetric(name, labels)) ?? 0;
  await work();
  return ((await readMetric(name, labels)) ?? 0) - before;
}
