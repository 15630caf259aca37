import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { core } from '@pas/platform/mongo/connections';
import { newId } from '@pas/shared/ids/id';
import { TenantModel } from '@pas/shared/models/tenant';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { WebhookEndpointModel } from '@pas/shared/models/webhook-endpoint';
import { tenantRow } from '@pas/testing/rows';
import { statementsOf } from '@pas/testing/statements-of';
import { useDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { expect, onTestFinished, test } from 'vitest';
import { createSendRequest } from '../src/webhooks/send-request.ts';
import { startWebhookSender } from '../src/webhooks/start-webhook-sender.ts';
import { testWebhooks } from './test-webhooks.ts';
import { takeDoorsOffline } from './take-doors-offline.ts';
import { startReceiver, untilArrived } from './webhook-receiver.ts';
import { webhookEndpointRow } from './webhook-rows.ts';

await useDatabases();

/** Resolves when the next command of this name succeeds. */
async function untilDone(name: 'distinct' | 'update'): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const client = core.getClient();
  const note = ({ commandName }: { commandName: string }): void => {
    if (commandName === name) resolve();
  };
  client.on('commandSucceeded', note);
  await promise;
  client.off('commandSucceeded', note);
}

/** Starts a sender that looks for due attempts only once, and an endpoint of a new tenant. */
async function newEndpoint() {
  const [tenant, hook] = [tenantRow(), await startReceiver()];
  const endpoint = webhookEndpointRow(tenant._id, { url: hook.url });
  await TenantModel.insertMany([tenant]);
  await WebhookEndpointModel.insertMany([endpoint]);
  const hasLooked = untilDone('distinct');
  const sender = startWebhookSender({
    environment: 'TEST',
    events: leaveToSweeper,
    log: createLogger({ service: 'admin', environment: 'TEST', level: 'silent' }),
    texts: testWebhooks.texts,
    send: createSendRequest({ allowsLoopback: true }),
    everyMs: 600_000,
  });
  onTestFinished(async () => {
    await sender.stop();
    await hook.stop();
  });
  await hasLooked;
  const [tenantId, propertyId] = [tenant._id, newId('property')];
  return {
    hook,
    happen: (count: number) => takeDoorsOffline({ tenantId, propertyId, sender, count }),
    tenantId,
  };
}

test('an event is sequenced, sent and recorded by seven statements', async () => {
  const { hook, happen } = await newEndpoint();
  const statements = await statementsOf(async () => {
    const stored = untilDone('update');
    await untilArrived(hook, await happen(1));
    await stored;
  });
  expect(statements).toEqual({
    // The test inserts doors with the first two statements.
    'insert access_points': 1,
    'insert row_counts': 1,
    'findAndModify public_event_heads': 1,
    'insert public_events': 1,
    'find webhook_endpoints': 1,
    'insert webhook_attempts': 1,
    commitTransaction: 1,
    'find access_points': 1,
    'update webhook_attempts': 1,
  });
});

test('events beyond the slots of an endpoint are found by their due time', async () => {
  const { hook, happen, tenantId } = await newEndpoint();
  const ids = await happen(30);
  await untilArrived(hook, ids);
  const isSent = async () => !(await WebhookAttemptModel.exists({ tenantId, status: { $ne: 'SUCCEEDED' } }));
  await waitUntil(isSent, { what: 'the records of all attempts' });
  expect(hook.received).toHaveLength(30);
  expect(hook.maxConcurrent()).toBeLessThanOrEqual(8);
});
