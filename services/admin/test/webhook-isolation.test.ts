import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { TenantModel } from '@pas/shared/models/tenant';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { WebhookEndpointModel } from '@pas/shared/models/webhook-endpoint';
import { tenantRow } from '@pas/testing/rows';
import { useDatabases } from '@pas/testing/test-databases';
import { expect, test } from 'vitest';
import { newAttempt } from '../src/webhooks/new-attempt.ts';
import { createSendRequest } from '../src/webhooks/send-request.ts';
import { startWebhookSender } from '../src/webhooks/start-webhook-sender.ts';
import { adminDependencies } from './admin-harness.ts';
import { startReceiver, untilArrived } from './webhook-receiver.ts';
import { publicEventRow, webhookEndpointRow } from './webhook-rows.ts';

await useDatabases();

test('unreadable events of one tenant do not block the webhooks of others', async () => {
  const hook = await startReceiver();
  // Queues take turns in name order, and this sender runs one round.
  const [broken, other] = [tenantRow(), tenantRow()];
  await TenantModel.insertMany([broken, other]);
  const endpoints = [broken, broken, other].map(({ _id }) => webhookEndpointRow(_id, { url: hook.url }));
  await WebhookEndpointModel.insertMany(endpoints);
  const attempts = endpoints.map(({ _id, tenantId: owner }) => {
    const attempt = newAttempt(publicEventRow(owner), _id, new Date());
    // An event of a later release, whose type is unknown here.
    return owner === broken._id ? { ...attempt, type: 'resident.renamed' } : attempt;
  });
  await WebhookAttemptModel.collection.insertMany(attempts as never, { bypassDocumentValidation: true });
  const sender = startWebhookSender({
    environment: 'TEST',
    events: leaveToSweeper,
    log: createLogger({ service: 'admin', environment: 'TEST', level: 'silent' }),
    texts: adminDependencies.webhooks.texts,
    send: createSendRequest({ allowsLoopback: true }),
    everyMs: 600_000,
  });
  await untilArrived(hook, [attempts.at(-1)?.eventId ?? '']);
  expect(hook.received).toHaveLength(1);
  await sender.stop();
  await hook.stop();
});
