import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { indexPublicKeys } from '@pas/shared/principal/assertion';
import { killOnExit } from '@pas/testing/end-process';
import { freePort } from '@pas/testing/free-port';
import { programEnvironment } from '@pas/testing/program-environment';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEcho, type EchoService } from './support/echo-service.ts';
import { call } from './support/http-call.ts';
import { databaseUrl, issuer, pems, pepper } from './support/running-gateway.ts';

const main = join(import.meta.dirname, '../src/main.ts');

let webhooks: EchoService;
let sharedPort: number;
let ports: [number, number];
let gateways: [ChildProcess, ChildProcess];

beforeAll(async () => {
  const keys = pems();
  const publicKeys = await indexPublicKeys([keys.publicPem]);
  webhooks = await startEcho({ service: 'webhooks', environment: 'DEV', publicKeys });
  [sharedPort, ...ports] = [await freePort(), await freePort(), await freePort()];
  const start = (port: number): ChildProcess =>
    spawn(process.execPath, [main], {
      stdio: 'ignore',
      env: {
        ...programEnvironment(),
        PORT: String(port),
        SHARED_PORT: String(sharedPort),
        DRAIN_MS: '300',
        GATEWAY_ROLE: 'webhooks',
        ENVIRONMENT: 'DEV',
        MONGO_URL: databaseUrl('shared_port'),
        ASSERTION_PRIVATE_KEY: keys.privatePem,
        CORE_JWT_PUBLIC_KEYS: keys.publicPem,
        CORE_JWT_ISSUER: issuer,
        API_KEY_PEPPER_SECRET: pepper,
        WEBHOOKS_URLS: webhooks.url,
      },
    });
  gateways = [start(ports[0]), start(ports[1])];
  for (const child of gateways) killOnExit(child);
  for (const port of ports) {
    await waitUntil(async () => (await call(port, '/livez')).status === 200, {
      what: 'a gateway',
    });
  }
});
afterAll(async () => {
  for (const gateway of gateways) gateway.kill('SIGKILL');
  await webhooks.kill();
});

const hook = (port: number) => call(port, '/payments/hook', { method: 'POST', body: '{}' });

describe('two gateways on one port', () => {
  test('answer on the shared port, and each on its own port', async () => {
    const all = [sharedPort, ...ports];
    const answers = await Promise.all(all.map(hook));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('lose no request on either port when one stops', async () => {
    const exited = new Promise((resolve) => gateways[0].once('exit', resolve));
    let isStopped = false;
    void exited.then(() => (isStopped = true));
    gateways[0].kill('SIGTERM');
    const statuses: number[] = [];
    await waitUntil(
      async () => {
        statuses.push((await hook(sharedPort)).status);
        return isStopped;
      },
      { what: 'the stop of one gateway', everyMs: 1 },
    );
    expect(await exited).toBe(0);
    for (let turn = 0; turn < 10; turn += 1) statuses.push((await hook(sharedPort)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await expect(hook(ports[0])).rejects.toThrow(/ECONNREFUSED/);
    expect((await hook(ports[1])).status).toBe(200);
  });
});
