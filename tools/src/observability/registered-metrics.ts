import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { collectProcessMetrics } from '@pas/platform/metrics/metrics-server';
import { register } from 'prom-client';
import { repositoryDir } from '../local-system/plans/node-program.ts';

/** A metric as the code registers it. */
export interface RegisteredMetric {
  name: string;
  help: string;
  type: string;
  labelNames: readonly string[];
  /** Upper bounds of the buckets of a histogram. */
  buckets: readonly number[];
}

const sources = ['libs/*/src/**/*.ts', 'services/*/src/**/*.ts'];

/** The private fields of a metric. */
interface MetricFields {
  name: string;
  help: string;
  labelNames?: string[];
  upperBounds?: number[];
}

/**
 * Imports every module of the libraries and services that registers metrics. Returns all metrics of this process by
 * their names.
 */
export async function importMetrics(): Promise<ReadonlyMap<string, RegisteredMetric>> {
  const files = globSync(sources, { cwd: repositoryDir })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => readFileSync(join(repositoryDir, file), 'utf8').includes("from 'prom-client'"));
  for (const file of files) await import(pathToFileURL(join(repositoryDir, file)).href);
  collectProcessMetrics();
  const types = new Map((await register.getMetricsAsJSON()).map(({ name, type }) => [name, String(type)]));
  return new Map(
    register.getMetricsAsArray().map((metric) => {
      const { name, help, labelNames = [], upperBounds: buckets = [] } = metric as unknown as MetricFields;
      return [name, { name, help, labelNames, buckets, type: types.get(name) ?? '' }];
    }),
  );
}
