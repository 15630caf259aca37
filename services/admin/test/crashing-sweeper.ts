import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { connectDatabases } from '@pas/platform/mongo/connections';
import { startSweeper } from '../src/sweeps/start-sweeper.ts';

// A process that sweeps until it is killed.
const [, , coreUrl = '', controlUrl = ''] = process.argv;
const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });

await connectDatabases({ core: coreUrl, control: controlUrl });
startSweeper({ environment, events: leaveToSweeper, log, everyMs: 100 });
