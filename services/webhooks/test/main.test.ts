import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { startServiceProcess } from '@pas/testing/service-process';
import { sendWebhook } from '@pas/testing/signed-webhooks/send-webhook';
import { signPayments } from '@pas/testing/signed-webhooks/sign-webhook';
import { newWebhookKeys, webhookVariables } from '@pas/testing/signed-webhooks/webhook-keys';
import { asBusUser } from '@pas/testing/test-bus-users';
import { openTestDatabases } from '@pas/testing/test-databases';
import { createTestGateway } from '@pas/testing/test-gateway';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, expect, inject, test } from 'vitest';
import { openStoreRelay } from './store-relay.ts';
import { provider, publicUrl } from './webhooks-harness.ts';

const databases = await openTestDatabases();
const relay = await openStoreRelay(databases.coreUrl);
afterAll(async () => {
  relay.close();
  await databases.stop();
});
const keys = newWebhookKeys();
const gateway = await createTestGateway('webhooks', 'TEST');
const lists = Object.entries(webhookVariables([keys], [publicUrl]));
const secrets = Object.fromEntries(lists.map(([name, value]) => [name, [value].flat().join(',')]));
const startProcess = () =>
  startServiceProcess(resolve(import.meta.dirname, '../src/main.ts'), {
    ENVIRONMENT: 'TEST',
    MONGO_URL: relay.urlOf(databases.coreUrl),
    CONTROL_MONGO_URL: relay.urlOf(databases.controlUrl),
    NATS_URL: asBusUser(inject('natsUrl'), 'webhooks'),
    ASSERTION_PUBLIC_KEYS: gateway.publicKeyPem,
    ...secrets,
  });

/** The wait of a request for a connection in the other services, and a margin, in milliseconds. */
const heldMs = 2300;

test('runs in a separate process, and stops on a signal', async () => {
  const running = await startProcess();
  const headers = await gateway.headersFor(provider);
  expect((await fetch(`${running.url}/payments/nothing`, { headers })).status).toBe(404);
  expect(await running.stop()).toBe(0);
});

test('refuses no webhook of a storm while new connections to the store take two seconds', async () => {
  const running = await startProcess();
  const headers = await gateway.headersFor(provider);
  const send = async () => {
    const event = JSON.stringify({ id: `evt_${randomUUID()}`, type: 'invoice.created' });
    return sendWebhook(running.url, signPayments(keys.payments, event), headers);
  };
  relay.hold();
  const since = performance.now();
  const answering = Promise.all(Array.from({ length: 40 }, send));
  await waitUntil(() => performance.now() - since > heldMs, { what: 'the connections to be late' });
  relay.release();
  // A database without a response for three seconds is unavailable, with another code.
  const answers = await answering;
  expect(answers.filter(({ body }) => body.includes('store_unavailable'))).toEqual([]);
  expect((await send()).status).toBe(200);
  expect(await running.stop()).toBe(0);
});
