import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { killOnExit } from '@pas/testing/end-process';
import { freePort } from '@pas/testing/free-port';
import { programEnvironment } from '@pas/testing/program-environment';
import { waitUntil } from '@pas/testing/wait-until';
import { indexPublicKeys } from '@pas/shared/principal/assertion';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEcho, type EchoService, type ReceivedRequest } from './support/echo-service.ts';
import { call } from './support/http-call.ts';
import { databaseUrl, issuer, pems, pepper } from './support/running-gateway.ts';

const main = join(import.meta.dirname, '../src/main.ts');

interface LogLine {
  msg: string;
  path?: string;
  correlationId?: string;
  traceparent?: string;
  service: string;
}

let resident: EchoService;
let process_: ChildProcess;
let port: number;
const log: LogLine[] = [];

/** The deployed program: plain node, configured by its environment only. */
async function startProgram(): Promise<ChildProcess> {
  const [assertion, coreJwt] = [pems(), pems()];
  resident = await startEcho({
    service: 'resident',
    environment: 'DEV',
    publicKeys: await indexPublicKeys([assertion.publicPem]),
  });
  port = await freePort();
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...programEnvironment(),
      PORT: String(port),
      DRAIN_MS: '300',
      ENVIRONMENT: 'DEV',
      BUILD_ID: 'a1b2c3d',
      MONGO_URL: databaseUrl('main'),
      ASSERTION_PRIVATE_KEY: assertion.privatePem.replaceAll('\n', String.raw`\n`),
      CORE_JWT_PUBLIC_KEYS: coreJwt.publicPem,
      CORE_JWT_ISSUER: issuer,
      API_KEY_PEPPER_SECRET: pepper,
      RESIDENT_URLS: resident.url,
    },
  });
  killOnExit(child);
  if (!child.stdout) throw new Error('no output');
  createInterface(child.stdout).on('line', (line) => log.push(JSON.parse(line) as LogLine));
  await waitUntil(async () => (await call(port, '/readyz')).status === 200, {
    what: 'the gateway to be ready',
  });
  return child;
}

beforeAll(async () => {
  process_ = await startProgram();
});
afterAll(async () => {
  process_.kill('SIGKILL');
  await resident.kill();
});

describe('the program', () => {
  test('gives every request one correlation id and one trace, in its log as in the service', async () => {
    const ids = Array.from({ length: 60 }, (_empty, index) => `request-number-${index}`);
    const ask = async (id: string): Promise<ReceivedRequest> =>
      JSON.parse(
        (await call(port, `/join/${id}`, { headers: { 'x-correlation-id': id } })).text,
      ) as ReceivedRequest;
    // The second half uses the service connections that the first half has opened.
    const seen = [
      ...(await Promise.all(ids.slice(0, 30).map(ask))),
      ...(await Promise.all(ids.slice(30).map(ask))),
    ];
    const lineOf = (id: string) => log.find((line) => line.path === `/join/${id}`);
    await waitUntil(() => ids.every(lineOf), { what: 'all log lines' });
    expect(ids.map((id) => lineOf(id)?.correlationId)).toEqual(ids);
    expect(ids.map((id) => lineOf(id)?.traceparent)).toEqual(seen.map((one) => one.headers['traceparent']));
    expect(new Set(seen.map((one) => one.headers['traceparent'])).size).toBe(ids.length);
  });

  test('logs the group, the caller and the build of a request, and names the build in /livez', async () => {
    await call(port, '/join/logged');
    const line = await waitUntil(() => log.find(({ path }) => path === '/join/logged'), { what: 'the line' });
    expect(line).toMatchObject({ route: '/join', caller: 'anonymous', tenantId: null, build: 'a1b2c3d' });
    expect(JSON.parse((await call(port, '/livez')).text)).toMatchObject({ status: 'live', build: 'a1b2c3d' });
  });

  test('becomes unready on SIGTERM, finishes running requests, then exits with 0', async () => {
    const exit = once(process_, 'exit');
    process_.kill('SIGTERM');
    await waitUntil(async () => (await call(port, '/readyz')).status === 503, {
      what: 'the gateway to drain',
    });
    expect((await call(port, '/join/last')).status).toBe(200);
    expect(await exit).toEqual([0, null]);
    expect(log.at(-1)).toMatchObject({ msg: 'stopped', service: 'gateway' });
  });
});

test('starts as webhook ingress without databases, and accepts only webhooks', async () => {
  const keys = pems();
  const publicKeys = await indexPublicKeys([keys.publicPem]);
  const webhooks = await startEcho({ service: 'webhooks', environment: 'DEV', publicKeys });
  const [ingress, nobody] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [main], {
    stdio: 'ignore',
    env: {
      ...programEnvironment(),
      PORT: String(ingress),
      GATEWAY_ROLE: 'webhooks',
      ENVIRONMENT: 'DEV',
      MONGO_URL: `mongodb://127.0.0.1:${nobody}/core`,
      ASSERTION_PRIVATE_KEY: keys.privatePem,
      CORE_JWT_PUBLIC_KEYS: keys.publicPem,
      CORE_JWT_ISSUER: issuer,
      API_KEY_PEPPER_SECRET: pepper,
      WEBHOOKS_URLS: webhooks.url,
    },
  });
  killOnExit(child);
  try {
    const hook = () => call(ingress, '/payments/hook', { method: 'POST', body: '{}' });
    const seen = await waitUntil(async () => JSON.parse((await hook()).text) as ReceivedRequest, {
      what: 'the ingress',
    });
    expect(seen).toMatchObject({ service: 'webhooks', principal: { kind: 'provider' } });
    for (const path of ['/', '/docs', '/api/admin/units', '/join/abc', '/.well-known/jwks.json']) {
      expect((await call(ingress, path)).status).toBe(404);
    }
    const key = { authorization: `Bearer ${mintApiKey('DEV').key}` };
    expect((await call(ingress, '/payments/hook', { headers: key })).status).toBe(503);
    const ready = await call(ingress, '/readyz');
    expect(ready.status).toBe(200);
    expect(JSON.parse(ready.text)).toMatchObject({
      status: 'degraded',
      checks: { control: { status: 'down' }, 'webhooks@DEV': { status: 'up' } },
    });
  } finally {
    child.kill('SIGKILL');
    await webhooks.kill();
  }
});

test('lists all missing settings without any value', async () => {
  const child = execFile(process.execPath, [main], {
    env: { ...programEnvironment(), PORT: 'not-a-port', LOG_LEVEL: 'loud-secret' },
  });
  let errors = '';
  child.stderr?.on('data', (chunk: string) => (errors += chunk));
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(1);
  for (const name of ['PORT', 'LOG_LEVEL', 'ENVIRONMENT', 'MONGO_URL', 'API_KEY_PEPPER_SECRET']) {
    expect(errors).toContain(name);
  }
  expect(errors).not.toContain('loud-secret');
});
