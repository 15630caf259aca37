import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { connectDatabases, core } from '@pas/platform/mongo/connections';
import { workContext } from '@pas/shared/context/work-context';
import { withCommandEvents } from '@pas/testing/watch-commands';
import { beginErasure } from '../src/erasure/begin-erasure.ts';
import { runErasure } from '../src/erasure/run-erasure.ts';

// A process that erases a person and kills itself before the third batch of their calls.
const [, , coreUrl = '', controlUrl = '', tenantId = '', userId = ''] = process.argv;
const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });

let batches = 0;
await connectDatabases({ core: withCommandEvents(coreUrl), control: controlUrl });
core.getClient().on('commandStarted', ({ commandName, command }) => {
  if (commandName !== 'update' || command['update'] !== 'calls') return;
  batches += 1;
  if (batches === 3) process.kill(process.pid, 'SIGKILL');
});
const worker = { service: 'admin', name: 'Erasing', environment, events: leaveToSweeper, log };
const ctx = workContext(worker, tenantId);
await runErasure(ctx, await beginErasure(ctx, userId));
