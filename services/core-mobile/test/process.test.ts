import { generateKeyPairSync } from 'node:crypto';
import { resolve } from 'node:path';
import { newId } from '@pas/shared/ids/id';
import { UnlockAttemptModel } from '@pas/shared/models/unlock-attempt';
import { anonymous } from '@pas/shared/principal/principal';
import { asBusUser } from '@pas/testing/test-bus-users';
import { simulateDoor } from '@pas/testing/test-door';
import { createTestGateway } from '@pas/testing/test-gateway';
import { openTestDatabases } from '@pas/testing/test-databases';
import { startServiceProcess } from '@pas/testing/service-process';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, expect, inject, test } from 'vitest';
import { addDoor, addResident, newHome, openBus } from './core-mobile-harness.ts';

const databases = await openTestDatabases();
afterAll(() => databases.stop());
const gateway = await createTestGateway('core-mobile', 'TEST');
const bus = await openBus('operator');

const { privateKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
  publicKeyEncoding: { format: 'pem', type: 'spki' },
});

const startProcess = () =>
  startServiceProcess(resolve(import.meta.dirname, '../src/main.ts'), {
    ENVIRONMENT: 'TEST',
    MONGO_URL: databases.coreUrl,
    CONTROL_MONGO_URL: databases.controlUrl,
    PASS_TOKEN_SECRETS: 'a-secret-of-the-tests-32-characters-long',
    DEVICE_TOKEN_SECRETS: 'another-secret-of-the-tests-32-characters',
    NATS_URL: asBusUser(inject('natsUrl'), 'core-mobile'),
    ASSERTION_PUBLIC_KEYS: gateway.publicKeyPem,
    PORTAL_URL: 'http://portal.test',
    CORE_JWT_PRIVATE_KEY: privateKey.replaceAll('\n', String.raw`\n`),
    IDENTITY_ISSUER: 'http://127.0.0.1:9',
    IDENTITY_API_URL: 'http://127.0.0.1:9',
    IDENTITY_API_SECRET: 'identity-api-secret',
  });

test('runs in a process of its own, and stops on SIGTERM', async () => {
  const running = await startProcess();
  const headers = await gateway.headersFor(anonymous);
  expect((await fetch(`${running.url}/registration/nothing`, { headers })).status).toBe(404);
  expect(await running.stop()).toBe(0);
});

test('after a kill between command and answer, neither another process nor a repeat sends the command again', async () => {
  const home = newHome();
  const [resident, door] = [await addResident(home), await addDoor(home)];
  const controller = simulateDoor(bus, door.controller.ref);
  controller.behave('silent');
  await bus.ping();
  const unlock = async ({ url }: { url: string }) => {
    const headers = { ...(await gateway.headersFor(resident.as)), 'idempotency-key': newKey };
    return fetch(`${url}/access/points/${door._id}/unlock`, { method: 'POST', headers });
  };
  const newKey = newId('event');
  const first = await startProcess();
  expect((await unlock(first)).status).toBe(202);
  await waitUntil(() => controller.commands.length === 1, { what: 'the command' });
  await first.kill();
  controller.answerAll();

  const second = await startProcess();
  const again = await unlock(second);
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
  expect(await second.stop()).toBe(0);
  expect(controller.commands).toHaveLength(1);
  const attempts = await UnlockAttemptModel.find({ tenantId: home.tenantId }).lean();
  expect(attempts).toMatchObject([{ status: 'PENDING', confirmed: false }]);
  controller.stop();
});

test('stops only after the awaited answers arrive', async () => {
  const home = newHome();
  const [resident, door] = [await addResident(home), await addDoor(home)];
  const controller = simulateDoor(bus, door.controller.ref);
  controller.behave('silent');
  await bus.ping();
  const running = await startProcess();
  const headers = await gateway.headersFor(resident.as);
  await fetch(`${running.url}/access/points/${door._id}/unlock`, { method: 'POST', headers });
  await waitUntil(() => controller.commands.length === 1, { what: 'the command' });
  const stopped = running.stop();
  await waitUntil(() => running.output().includes('door commands'), { what: 'the stop to wait' });
  controller.answerAll();
  expect(await stopped).toBe(0);
  const attempts = await UnlockAttemptModel.find({ tenantId: home.tenantId }).lean();
  expect(attempts).toMatchObject([{ status: 'SUCCEEDED', confirmed: true }]);
  controller.stop();
});
