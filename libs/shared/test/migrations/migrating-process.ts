import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { connectDatabases, disconnectDatabases } from '@pas/platform/mongo/connections';
import { prepareDatabases } from '@pas/shared/migrations/prepare-databases';

// A process that prepares the databases, unless it is killed before.
const [, , coreUrl = '', controlUrl = ''] = process.argv;
const environment = 'TEST';
const log = createLogger({ service: 'cli', environment, level: 'silent' });

await connectDatabases({ core: coreUrl, control: controlUrl });
await prepareDatabases({ service: 'cli', name: 'Tests', environment, events: leaveToSweeper, log });
await disconnectDatabases();
