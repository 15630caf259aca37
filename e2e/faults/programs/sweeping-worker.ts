import { connectBus } from '@pas/platform/events/bus';
import { OutboxModel } from '@pas/platform/events/outbox';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { createLogger } from '@pas/platform/log/logger';
import { connectDatabases } from '@pas/platform/mongo/connections';

// A process that sweeps the outbox until it is killed.

export interface SweepingOptions {
  mongoUrl: string;
  natsUrl: string;
  environment: string;
}

const { mongoUrl, natsUrl, environment } = JSON.parse(process.argv[2] ?? '{}') as SweepingOptions;
const log = createLogger({ service: 'sweeping-worker', environment, level: 'silent' });

await connectDatabases({ core: mongoUrl, control: mongoUrl });
const bus = connectBus({ url: natsUrl, name: 'sweeping-worker', log });
startOutboxSweeper({ outboxes: [OutboxModel], environment, bus, log });
