import { resolve } from 'node:path';
import { startServiceProcess } from '@pas/testing/service-process';
import { newWebhookKeys, webhookVariables } from '@pas/testing/signed-webhooks/webhook-keys';
import { asBusUser } from '@pas/testing/test-bus-users';
import { openTestDatabases } from '@pas/testing/test-databases';
import { createTestGateway } from '@pas/testing/test-gateway';
import { expect, inject, test } from 'vitest';
import { provider, publicUrl } from './webhooks-harness.ts';

test('runs in a separate process, and stops on a signal', async () => {
  const databases = await openTestDatabases();
  const gateway = await createTestGateway('webhooks', 'TEST');
  const lists = Object.entries(webhookVariables([newWebhookKeys()], [publicUrl]));
  const secrets = Object.fromEntries(lists.map(([name, value]) => [name, [value].flat().join(',')]));
  const running = await startServiceProcess(resolve(import.meta.dirname, '../src/main.ts'), {
    ENVIRONMENT: 'TEST',
    MONGO_URL: databases.coreUrl,
    CONTROL_MONGO_URL: databases.controlUrl,
    NATS_URL: asBusUser(inject('natsUrl'), 'webhooks'),
    ASSERTION_PUBLIC_KEYS: gateway.publicKeyPem,
    ...secrets,
  });

  const headers = await gateway.headersFor(provider);
  expect((await fetch(`${running.url}/payments/nothing`, { headers })).status).toBe(404);

  expect(await running.stop()).toBe(0);
  await databases.stop();
});
