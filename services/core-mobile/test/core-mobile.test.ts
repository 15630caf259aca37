import { resolve } from 'node:path';
import { anonymous } from '@pas/shared/principal/principal';
import { testWithoutGateway } from '@pas/testing/route-attacks/without-gateway';
import { startHarness, type ServiceHarness } from '@pas/testing/service-harness';
import { startServiceProcess } from '@pas/testing/service-process';
import { openTestDatabases } from '@pas/testing/test-databases';
import { asBusUser } from '@pas/testing/test-bus-users';
import { createTestGateway, residentPrincipal } from '@pas/testing/test-gateway';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createCoreMobileApp } from '../src/app.ts';
import { coreMobileRoutes } from '../src/routes.ts';

describe('behind the gateway', () => {
  let service: ServiceHarness;
  beforeAll(async () => {
    const mongoUrl = inject('mongoUrl');
    service = await startHarness({
      service: 'core-mobile',
      mongoUrl,
      routes: coreMobileRoutes,
      build: createCoreMobileApp,
    });
  });
  afterAll(async () => service.stop());

  test('200: tells that it can serve', async () => {
    expect((await service.call('GET', '/readyz', { as: null })).status).toBe(200);
  });

  testWithoutGateway({
    routes: coreMobileRoutes,
    harness: () => service,
    paths: ['/registration/login', '/devices', '/access/points'],
  });

  test.each([anonymous, residentPrincipal('user_x', 'ten_x', 'ses_x')])(
    '404: an unknown path',
    async (as) => {
      const { status, body } = await service.call('GET', '/devices/nothing', { as });
      expect([status, body.code]).toEqual([404, 'path_not_found']);
    },
  );
});

test('runs in a process of its own, and stops when it is told to', async () => {
  const databases = await openTestDatabases(inject('mongoUrl'));
  const gateway = await createTestGateway('core-mobile', 'TEST');
  const running = await startServiceProcess(resolve(import.meta.dirname, '../src/main.ts'), {
    ENVIRONMENT: 'TEST',
    MONGO_URL: databases.coreUrl,
    CONTROL_MONGO_URL: databases.controlUrl,
    NATS_URL: asBusUser(inject('natsUrl'), 'core-mobile'),
    ASSERTION_PUBLIC_KEYS: gateway.publicKeyPem,
  });

  const headers = await gateway.headersFor(anonymous);
  expect((await fetch(`${running.url}/registration/nothing`, { headers })).status).toBe(404);

  expect(await running.stop()).toBe(0);
  await databases.stop();
}, 60_000);
