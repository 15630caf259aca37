import { connectBus } from '@pas/shared/events/bus';
import { startConsumer } from '@pas/shared/events/consume';
import { OutboxModel } from '@pas/shared/events/outbox';
import { startOutboxSweeper } from '@pas/shared/events/sweep-outbox';
import { createLogger } from '@pas/shared/log/logger';
import { connectDatabases, core } from '@pas/shared/mongo/connections';
import { duplicateKeyOf } from '@pas/shared/mongo/duplicate-key';

// A process that sweeps the outbox and consumes until it is killed. Its effect is one row per event, keyed by the event's id.
const [, , coreUrl = '', natsUrl = '', environment = '', durable = ''] = process.argv;
const log = createLogger({ service: 'worker', environment, level: 'silent' });

await connectDatabases({ core: coreUrl, control: coreUrl });
const bus = connectBus({ url: natsUrl, name: 'worker', log });
const effects = core.collection<{ _id: string; subject: string }>('effects');

startOutboxSweeper({ outboxes: [OutboxModel], environment, bus, log });
startConsumer({
  bus,
  log,
  stream: 'ONBOARDING',
  durable,
  subjects: ['pas.v1.onboarding.invite.created'],
  ackWaitMs: 2000,
  retryDelaysMs: [50, 100, 150, 200],
  handle: async ({ id, subject }) => {
    if (subject.startsWith('poison')) throw new Error('poison');
    await effects.insertOne({ _id: id, subject }).catch((error: unknown) => {
      if (duplicateKeyOf(error) === null) throw error;
    });
  },
});
