import { connectBus } from '@pas/platform/events/bus';
import { startConsumer } from '@pas/shared/events/start-consumer';
import { OutboxModel } from '@pas/platform/events/outbox';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { createLogger } from '@pas/platform/log/logger';
import { connectDatabases, core } from '@pas/platform/mongo/connections';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';

// A process that sweeps the outbox and consumes until it is killed. Its effect is one row per event, keyed by the
// event's id.
const [, , coreUrl = '', natsUrl = '', environment = '', durable = ''] = process.argv;
const log = createLogger({ service: 'worker', environment, level: 'silent' });

await connectDatabases({ core: coreUrl, control: coreUrl });
const bus = connectBus({ url: natsUrl, name: 'worker', log });
const effects = core.collection<{ _id: string; subject: string }>('effects');

startOutboxSweeper({ outboxes: [OutboxModel], environment, bus, log });
startConsumer({
  bus,
  log,
  environment,
  stream: 'ONBOARDING',
  durable,
  subjects: ['pas.v1.onboarding.invite.created'],
  retryDelaysMs: [50, 100, 150, 200],
  handle: async ({ id, subject }) => {
    if (subject.startsWith('poison')) throw new Error('poison');
    await effects.insertOne({ _id: id, subject }).catch((error: unknown) => {
      if (duplicateKeyOf(error) === null) throw error;
    });
  },
});
