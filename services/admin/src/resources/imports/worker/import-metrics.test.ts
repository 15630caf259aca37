import { growthOf } from '@pas/testing/read-metric';
import { expect, test } from 'vitest';
import { timeJob } from './import-metrics.ts';

test.each(['done', 'failed'] as const)(
  'a job that is %s counts by the status at its start',
  async (result) => {
    const counted = ['import_job_duration_seconds_count', { status: 'COMMITTING', result }] as const;
    expect(await growthOf(counted, () => timeJob('COMMITTING')(result))).toBe(1);
  },
);
