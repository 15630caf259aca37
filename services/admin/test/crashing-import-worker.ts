import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { connectDatabases, core } from '@pas/platform/mongo/connections';
import { withCommandEvents } from '@pas/testing/watch-commands';
import { testLinks } from '@pas/testing/rows';
import { runCommit } from '../src/resources/imports/committing/run-commit.ts';
import type { ImportJob } from '../src/resources/imports/import-work.ts';
import { startImportWorker } from '../src/resources/imports/worker/start-import-worker.ts';
import { validateImport } from '../src/resources/imports/planning/validate-import.ts';

// A process that validates and executes imports, and kills itself in the middle. A validation dies before it
// stores the third batch, an execution in the open transaction of the third batch.
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

/** The last lines of the second and the third batch of 500 rows; the header is line 1. */
const [afterTwoBatches, afterThree] = [1001, 1501];

/**
 * Kills the process in the open transaction of the third batch. The transaction moves the checkpoint before
 * it writes the units. So the first two batches are committed by then, also after retries.
 */
const killInThirdBatch = (): void => {
  let isThird = false;
  core.getClient().on('commandStarted', ({ commandName, command }) => {
    if (command[commandName] === 'imports' && commandName === 'update') {
      const moves = (command['updates'] as { q: object; u: object }[]).map((each) => JSON.stringify(each));
      isThird ||= moves.some(
        (move) =>
          move.includes(`"checkpoint":${afterTwoBatches}`) && move.includes(`"checkpoint":${afterThree}`),
      );
    }
    if (isThird && commandName === 'insert' && command['insert'] === 'units')
      process.kill(process.pid, 'SIGKILL');
  });
};

await connectDatabases({ core: withCommandEvents(coreUrl), control: withCommandEvents(controlUrl) });
killInThirdBatch();
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
