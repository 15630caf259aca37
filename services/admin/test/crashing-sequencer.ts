import { connectBus } from '@pas/platform/events/bus';
import { createLogger } from '@pas/platform/log/logger';
import { connectDatabases } from '@pas/platform/mongo/connections';
import { startSequencingPublicEvents } from '../src/consumers/sequence-public-events.ts';

// A process that sequences public events until it is killed.
const [, , coreUrl = '', controlUrl = '', natsUrl = ''] = process.argv;
const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });

await connectDatabases({ core: coreUrl, control: controlUrl });
const bus = connectBus({ url: natsUrl, name: 'admin', log });
startSequencingPublicEvents({ bus, log, environment, followers: [] });
