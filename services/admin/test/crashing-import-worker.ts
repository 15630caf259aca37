import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { connectDatabases } from '@pas/platform/mongo/connections';
import { testLinks } from '@pas/testing/rows';
import type { ImportJob } from '../src/imports/import-work.ts';
import { startImportWorker } from '../src/imports/start-import-worker.ts';
import { validateImport } from '../src/imports/validate-import.ts';

// A process that validates imports, and kills itself in the middle: before it saves the third batch.
const [, , coreUrl = '', controlUrl = ''] = process.argv;
const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });

let batches = 0;
const crashing: ImportJob = async (work) =>
  validateImport({
    ...work,
    proceed: async () => {
      batches += 1;
      if (batches === 3) process.kill(process.pid, 'SIGKILL');
      return work.proceed();
    },
  });

await connectDatabases({ core: coreUrl, control: controlUrl });
startImportWorker({
  environment,
  events: leaveToSweeper,
  log,
  onboarding: { links: testLinks, channels: ['EMAIL'] },
  everyMs: 20,
  lanes: [{ name: 'validate', jobs: { VALIDATING: crashing }, maxAtOnce: 1 }],
});
