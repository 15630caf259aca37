import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { connectDatabases } from '@pas/platform/mongo/connections';
import { startImportWorker } from '../src/imports/start-import-worker.ts';
import { validateImport } from '../src/imports/validate-import.ts';

// A process that validates imports, and kills itself in the middle: before it saves the third batch.
const [, , coreUrl = '', controlUrl = ''] = process.argv;
const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });

let batches = 0;
const isAborted = (): boolean => {
  batches += 1;
  if (batches === 3) process.kill(process.pid, 'SIGKILL');
  return false;
};

await connectDatabases({ core: coreUrl, control: controlUrl });
startImportWorker({
  environment,
  events: leaveToSweeper,
  log,
  everyMs: 20,
  jobs: {
    VALIDATING: (ctx, imported, signal) =>
      validateImport(ctx, imported, Object.defineProperty(signal, 'aborted', { get: isAborted })),
  },
});
