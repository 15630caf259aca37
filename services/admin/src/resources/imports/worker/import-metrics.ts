import type { ImportStatus } from '@pas/shared/models/import';
import { Histogram } from 'prom-client';

const seconds = new Histogram({
  name: 'import_job_duration_seconds',
  help: 'Duration of the work on imports, by their status at its start and result (done, failed).',
  labelNames: ['status', 'result'],
  buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 1800],
});

/**
 * Starts to time a job.
 *
 * @returns a function that records its end
 */
export function timeJob(status: ImportStatus): (result: 'done' | 'failed') => void {
  const startedAt = performance.now();
  return (result) => seconds.observe({ status, result }, (performance.now() - startedAt) / 1000);
}
