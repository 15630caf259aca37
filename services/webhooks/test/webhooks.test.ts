import { resolve } from 'node:path';
import { anonymous, type Principal } from '@pas/shared/principal/principal';
import { testWithoutGateway } from '@pas/testing/route-attacks/without-gateway';
import { startHarness, type ServiceHarness } from '@pas/testing/service-harness';
import { startServiceProcess } from '@pas/testing/service-process';
import { openTestDatabases } from '@pas/testing/test-databases';
import { asBusUser } from '@pas/testing/test-bus-users';
import { createTestGateway, residentPrincipal } from '@pas/testing/test-gateway';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createWebhooksApp } from '../src/app.ts';

const provider: Principal = { ...anonymous, kind: 'provider' };

describe('behind the gateway', () => {
  let service: ServiceHarness;
  beforeAll(async () => {
    service = await startHarness({
      service: 'webhooks',
      mongoUrl: inject('mongoUrl'),
      routes: [],
      build: createWebhooksApp,
    });
  });
  afterAll(async () => service.stop());

  test('200: tells that it can serve', async () => {
    expect((await service.call('GET', '/readyz', { as: null })).status).toBe(200);
  });

  testWithoutGateway({
    routes: [],
    harness: () => service,
    paths: ['/telephony-a', '/telephony-a/voice', '/telephony-b/events', '/payments', '/webhooks/identity'],
  });

  test.each([anonymous, residentPrincipal('user_x', 'ten_x', 'ses_x')])(
    '401: for $kind callers',
    async (as) => {
      const { status, body } = await service.call('POST', '/payments', { as, body: {} });
      expect([status, body.code]).toEqual([401, 'token_invalid']);
    },
  );

  test('404: an unknown path, whatever its body', async () => {
    const init = { method: 'POST', body: '{ no JSON', headers: { 'content-type': 'application/json' } };
    expect((await service.send('/payments/nothing', { ...init, as: provider })).status).toBe(404);
  });
});

test('runs in a process of its own, and stops when it is told to', async () => {
  const databases = await openTestDatabases(inject('mongoUrl'));
  const gateway = await createTestGateway('webhooks', 'TEST');
  const running = await startServiceProcess(resolve(import.meta.dirname, '../src/main.ts'), {
    ENVIRONMENT: 'TEST',
    MONGO_URL: databases.coreUrl,
    CONTROL_MONGO_URL: databases.controlUrl,
    NATS_URL: asBusUser(inject('natsUrl'), 'webhooks'),
    ASSERTION_PUBLIC_KEYS: gateway.publicKeyPem,
  });

  const headers = await gateway.headersFor(provider);
  expect((await fetch(`${running.url}/payments/nothing`, { headers })).status).toBe(404);

  expect(await running.stop()).toBe(0);
  await databases.stop();
}, 60_000);
