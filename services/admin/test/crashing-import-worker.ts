import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { connectDatabases, core } from '@pas/platform/mongo/connections';
import { withCommandEvents } from '@pas/testing/watch-commands';
import { testLinks } from '@pas/testing/rows';
import { runCommit } from '../src/imports/commit/run-commit.ts';
import type { ImportJob } from '../src/imports/import-work.ts';
import { startImportWorker } from '../src/imports/start-import-worker.ts';
import { validateImport } from '../src/imports/validate-import.ts';

// A process that validates and executes imports, and kills itself in the middle: of a validation before it saves the
// third batch, of an execution while the transaction of the third batch is open.
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

/** Kills the process at its third write of units: the transaction of the third batch is open then. */
const killAtThirdInsert = (): void => {
  let inserts = 0;
  core.getClient().on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'insert' && command['insert'] === 'units') inserts += 1;
    if (inserts === 3) process.kill(process.pid, 'SIGKILL');
  });
};

await connectDatabases({ core: withCommandEvents(coreUrl), control: withCommandEvents(controlUrl) });
killAtThirdInsert();
startImportWorker({
  environment,
  events: leaveToSweeper,
  log,
  onboarding: { links: testLinks, channels: ['EMAIL'] },
  everyMs: 20,
  lanes: [
    { name: 'validate', jobs: { VALIDATING: crashing }, maxAtOnce: 1 },
    { name: 'execute', jobs: { COMMITTING: runCommit }, maxAtOnce: 1 },
  ],
});
