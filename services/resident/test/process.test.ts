import { generateKeyPairSync } from 'node:crypto';
import { resolve } from 'node:path';
import { anonymous } from '@pas/shared/principal/principal';
import { startServiceProcess } from '@pas/testing/service-process';
import { openTestDatabases } from '@pas/testing/test-databases';
import { asBusUser } from '@pas/testing/test-bus-users';
import { createTestGateway } from '@pas/testing/test-gateway';
import { expect, inject, test } from 'vitest';

test('runs in a process of its own, logs no secrets, and stops on SIGTERM', async () => {
  const databases = await openTestDatabases();
  const gateway = await createTestGateway('resident', 'TEST');
  const { privateKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
    publicKeyEncoding: { format: 'pem', type: 'spki' },
  });
  const running = await startServiceProcess(resolve(import.meta.dirname, '../src/main.ts'), {
    ENVIRONMENT: 'TEST',
    MONGO_URL: databases.coreUrl,
    CONTROL_MONGO_URL: databases.controlUrl,
    NATS_URL: asBusUser(inject('natsUrl'), 'resident'),
    ASSERTION_PUBLIC_KEYS: gateway.publicKeyPem,
    PORTAL_URL: 'http://portal.test/',
    CORE_JWT_PRIVATE_KEY: privateKey.replaceAll('\n', String.raw`\n`),
    IDENTITY_ISSUER: 'http://127.0.0.1:9',
    IDENTITY_API_URL: 'http://127.0.0.1:9',
    IDENTITY_API_SECRET: 'identity-api-secret',
    PHONE_CODE_SECRET: 'a secret for the codes of phones',
  });
  const headers = await gateway.headersFor(anonymous);
  const token = 'T'.repeat(43);

  expect((await fetch(`${running.url}/join/${token}`, { headers })).status).toBe(404);

  expect(await running.stop()).toBe(0);
  expect(running.output()).toContain('/join/[redacted]');
  for (const secret of [token, 'identity-api-secret', 'PRIVATE KEY'])
    expect(running.output()).not.toContain(secret);
  await databases.stop();
});
