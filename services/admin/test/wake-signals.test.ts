import { connectBus, type Bus } from '@pas/platform/events/bus';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { startPublisher, type EventPublisher } from '@pas/platform/events/event-publisher';
import { core } from '@pas/platform/mongo/connections';
import { commit } from '@pas/shared/change/commit';
import { workContext } from '@pas/shared/context/work-context';
import { declareBus } from '@pas/shared/events/declare-bus';
import { onWakeSignal, wakeBySignals } from '@pas/shared/events/wake-signals';
import { ImportModel } from '@pas/shared/models/import';
import { TenantModel } from '@pas/shared/models/tenant';
import { WebhookEndpointModel } from '@pas/shared/models/webhook-endpoint';
import { prepareOwnNats } from '@pas/testing/own-nats';
import { tenantRow } from '@pas/testing/rows';
import { useDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ImportLane } from '../src/resources/imports/import-work.ts';
import { moveImport } from '../src/resources/imports/transitions.ts';
import { startImportWorker } from '../src/resources/imports/worker/start-import-worker.ts';
import { sendTestEvent } from '../src/resources/webhook-endpoints/send-again.ts';
import { createSendRequest } from '../src/webhooks/send-request.ts';
import { startWebhookSender } from '../src/webhooks/start-webhook-sender.ts';
import { importRow } from './import-row.ts';
import { testWorker } from './plan-import.ts';
import { testWebhooks } from './test-webhooks.ts';
import { startReceiver, untilArrived } from './webhook-receiver.ts';
import { webhookEndpointRow } from './webhook-rows.ts';

await useDatabases();
const nats = await prepareOwnNats();
const { environment, log } = testWorker;

/** An interval that no test waits for, in milliseconds. */
const neverMs = 600_000;

let [api, workers]: Bus[] = [];
let events: EventPublisher;

beforeAll(async () => {
  await nats.start();
  const declarer = connectBus({ url: nats.urlOf('declarer'), name: 'declarer', log });
  await waitUntil(() => declarer.isConnected(), { what: 'the declarer' });
  await declareBus(declarer);
  await declarer.close();
  [api, workers] = (['admin', 'admin-workers'] as const).map((user) =>
    connectBus({ url: nats.urlOf(user), name: user, log }),
  );
  await untilConnected();
  events = startPublisher({ bus: api as Bus, log });
});
afterAll(async () => {
  await events.stop();
  await Promise.all([api?.close(), workers?.close()]);
  await nats.wipe();
});

async function untilConnected(): Promise<void> {
  for (const bus of [api, workers]) await waitUntil(() => bus?.isConnected(), { what: 'the bus' });
}

/** Waits until this process has executed a command. */
async function untilDone(name: 'find' | 'distinct'): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const client = core.getClient();
  const note = ({ commandName }: { commandName: string }): void => void (commandName === name && resolve());
  client.on('commandSucceeded', note);
  await promise;
  client.off('commandSucceeded', note);
}

const contextOf = (tenantId: string) =>
  workContext({ service: 'admin', name: 'Test', environment, events, log }, tenantId);

/** Runs a worker whose import waits for its commit. Returns the ids of the imports that it has executed. */
async function startWaiting(waits: { everyMs: number; restMs: number }): Promise<readonly string[]> {
  const executed: string[] = [];
  const lane: ImportLane = {
    name: 'execute',
    maxAtOnce: 2,
    jobs: {
      async COMMITTING({ imported, context }) {
        await commit(context(), (change) =>
          moveImport(context(), change, { name: 'finish', id: imported._id }),
        );
        executed.push(imported._id);
      },
    },
  };
  const hasLooked = untilDone('find');
  const worker = startImportWorker({ ...testWorker, ...waits, lanes: [lane] });
  const running = wakeBySignals(workers as Bus, 'imports', worker);
  onTestFinished(() => running.stop());
  await Promise.all([hasLooked, workers?.ping()]);
  return executed;
}

/** Starts the commit of a new import, as the API does. */
async function commitImport(): Promise<string> {
  const [tenant] = [tenantRow()];
  const imported = importRow(tenant._id);
  await TenantModel.insertMany([tenant]);
  await ImportModel.insertMany([imported]);
  const ctx = contextOf(tenant._id);
  await commit(ctx, (change) => moveImport(ctx, change, { name: 'commit', id: imported._id }));
  return imported._id;
}

test('the commit of an import wakes the worker, which looks for nothing meanwhile', async () => {
  const executed = await startWaiting({ everyMs: neverMs, restMs: neverMs });
  const id = await commitImport();
  await waitUntil(() => executed.length > 0, { what: 'the import' });
  expect(executed).toEqual([id]);
});

test('a test event wakes the sender, which looks for nothing meanwhile', async () => {
  const [tenant, hook] = [tenantRow(), await startReceiver()];
  const endpoint = webhookEndpointRow(tenant._id, { url: hook.url });
  await TenantModel.insertMany([tenant]);
  await WebhookEndpointModel.insertMany([endpoint]);
  const hasLooked = untilDone('distinct');
  const send = createSendRequest({ allowsLoopback: true });
  const { texts } = testWebhooks;
  const sender = startWebhookSender({
    environment,
    events: leaveToSweeper,
    log,
    texts,
    send,
    everyMs: neverMs,
  });
  const signals = onWakeSignal(workers as Bus, 'webhooks', () => sender.readDueQueues());
  onTestFinished(async () => {
    await signals.stop();
    await sender.stop();
    await hook.stop();
  });
  await Promise.all([hasLooked, workers?.ping()]);
  const { eventId } = await sendTestEvent(contextOf(tenant._id), { id: endpoint._id, type: 'door.opened' });
  await untilArrived(hook, [eventId]);
  expect(hook.received).toHaveLength(1);
});

test('without NATS an import starts by the next look of the worker', async () => {
  const executed = await startWaiting({ everyMs: 10, restMs: 200 });
  await nats.stop();
  onTestFinished(async () => {
    await nats.start();
    await untilConnected();
  });
  const id = await commitImport();
  await waitUntil(() => executed.length > 0, { what: 'the import' });
  expect(executed).toEqual([id]);
});
