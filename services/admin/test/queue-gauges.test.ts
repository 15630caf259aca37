import { ImportModel } from '@pas/shared/models/import';
import { OutgoingMessageModel } from '@pas/shared/models/outgoing-message';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { newId } from '@pas/shared/ids/id';
import { readMetric } from '@pas/testing/read-metric';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { observeQueues } from '../src/consumers/queue-gauges.ts';
import { startAdmin } from './admin-harness.ts';

const admin = await startAdmin();

let gauges: { stop(): void };
beforeEach(() => admin.clear());
afterEach(() => gauges.stop());

test('messages, attempts and imports of all tenants are counted while they wait', async () => {
  const message = (channel: 'EMAIL' | 'SMS') => ({
    _id: newId('delivery'),
    tenantId: newId('tenant'),
    channel,
    dueAt: new Date(),
  });
  const attempt = (status: 'PENDING' | 'SUCCEEDED') => ({
    _id: newId('webhookAttempt'),
    tenantId: newId('tenant'),
    status,
    queue: 'a/b',
    dueAt: new Date(),
  });
  const imported = (status: string) => ({ _id: newId('import'), tenantId: newId('tenant'), status });
  const options = { bypassDocumentValidation: true };
  await OutgoingMessageModel.collection.insertMany(
    [message('EMAIL'), message('EMAIL'), message('SMS')] as never[],
    options,
  );
  await WebhookAttemptModel.collection.insertMany(
    [attempt('PENDING'), attempt('SUCCEEDED')] as never[],
    options,
  );
  await ImportModel.collection.insertMany(
    [imported('COMMITTING'), imported('COMMITTED')] as never[],
    options,
  );
  gauges = observeQueues();
  expect(await readMetric('message_queue_waiting', { channel: 'EMAIL' })).toBe(2);
  expect(await readMetric('message_queue_waiting', { channel: 'SMS' })).toBe(1);
  expect(await readMetric('webhook_attempts_waiting')).toBe(1);
  expect(await readMetric('imports_working', { status: 'COMMITTING' })).toBe(1);
  expect(await readMetric('imports_working', { status: 'VALIDATING' })).toBe(0);
});
