import { once } from 'node:events';
import { request, type Server, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { indexPublicKeys } from '@pas/shared/principal/assertion';
import { describeBuild } from '@pas/platform/build/describe-build';
import { serveMetrics } from '@pas/platform/metrics/metrics-server';
import { portOf } from '@pas/platform/http/listen';
import { freePort } from '@pas/testing/free-port';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEcho, type EchoService, type ReceivedRequest } from './support/echo-service.ts';
import { call, problemOf, type Answer } from './support/http-call.ts';
import { addKey, addTenant, type AddedKey } from './support/rows.ts';
import { pems, runGateway, type RunningGateway } from './support/running-gateway.ts';

let gateway: RunningGateway;
let key: AddedKey;
let metrics: Server;
let ports: [number, number];
const replicas: EchoService[] = [];

beforeAll(async () => {
  ports = [await freePort(), await freePort()];
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  gateway = await runGateway({ ADMIN_UPSTREAMS: JSON.stringify({ DEV: urls }) });
  key = await addKey((await addTenant())._id);
  metrics = await serveMetrics({ host: '127.0.0.1', port: 0, build: describeBuild('a1b2c3d') });
});
afterAll(async () => {
  metrics.close();
  await gateway.stop();
});

/** Waits until the gateway reports this number of ready replicas of admin. */
async function waitForReady(count: number): Promise<void> {
  await waitUntil(
    async () => {
      const { checks } = JSON.parse((await call(gateway.port, '/readyz')).text) as {
        checks: Record<string, { status: string; message?: string }>;
      };
      const { status, message } = checks['admin@DEV'] ?? {};
      return count === 2 ? status === 'up' : message?.startsWith(`${count} of 2`);
    },
    { what: `${count} ready replicas` },
  );
}

async function stopReplicas(): Promise<void> {
  await Promise.all(replicas.splice(0).map((replica) => replica.kill()));
  await waitForReady(0);
}

/** Starts a replica of admin with the key of the gateway, or with another one. */
async function startReplica(port: number, hasKey: boolean): Promise<EchoService> {
  const publicKeys = hasKey ? gateway.assertionKeys : await indexPublicKeys([pems().publicPem]);
  return startEcho({ service: 'admin', environment: 'DEV', publicKeys, port });
}

/** Starts replicas and waits until the gateway uses them. */
async function startReplicas(...haveKey: readonly boolean[]): Promise<void> {
  for (const [at, hasKey] of haveKey.entries()) replicas.push(await startReplica(ports[at] ?? 0, hasKey));
  await waitForReady(haveKey.length);
}

interface SentRequest {
  method?: string;
  body?: string;
  headers?: OutgoingHttpHeaders;
}

const send = ({ headers, ...options }: SentRequest = {}): Promise<Answer> =>
  call(gateway.port, '/api/admin/units', { ...options, headers: { ...key.headers, ...headers } });

/** Checks that an answer is the one for a refused assertion and hides the refusal. */
function expectRefused(answer: Answer): void {
  expect([answer.status, problemOf(answer).code]).toEqual([502, 'upstream_refused']);
  expect(answer.headers['retry-after']).toBe('1');
  expect(answer.headers['www-authenticate']).toBeUndefined();
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-pas-'))).toEqual([]);
  expect(problemOf(answer).message).toMatch(/nothing was done.*clocks.*ASSERTION_PUBLIC_KEYS/);
  expect(answer.text).not.toContain('127.0.0.1');
  expect(problemOf(answer).correlationId).toBe(answer.headers['x-correlation-id']);
}

async function countRefusals(outcome: 'repeated' | 'failed'): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${portOf(metrics)}/metrics`)).text();
  const line = `upstream_assertion_refusals_total{upstream="admin@DEV",outcome="${outcome}"} `;
  const found = text.split('\n').find((each) => each.startsWith(line));
  return Number(found?.slice(line.length) ?? 0);
}

describe('a service that refuses the gateway’s assertions', () => {
  beforeAll(() => startReplicas(false));
  afterAll(stopReplicas);

  test.each(['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])(
    'is 502 for a %s and never 401',
    async (method) => {
      const failed = await countRefusals('failed');
      const repeated = await countRefusals('repeated');
      expectRefused(await send({ method }));
      expect([await countRefusals('repeated'), await countRefusals('failed')]).toEqual([
        repeated + 1,
        failed + 1,
      ]);
    },
  );

  test('is 502 for a HEAD, without a body', async () => {
    const answer = await send({ method: 'HEAD' });
    expect([answer.status, answer.text]).toEqual([502, '']);
    expect(answer.headers['x-pas-refused']).toBeUndefined();
  });

  test.each([
    ['of known length', { 'content-length': 300_000 }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
    ['that waits for leave', { 'content-length': 300_000, expect: '100-continue' }],
  ])('is 502 for a request with a body %s, which is sent once', async (_what, headers) => {
    const repeated = await countRefusals('repeated');
    expectRefused(await send({ method: 'POST', body: 'x'.repeat(300_000), headers }));
    expect(await countRefusals('repeated')).toBe(repeated);
  });

  test('is 502 at once for an incomplete upload', async () => {
    const outgoing = request({
      host: '127.0.0.1',
      port: gateway.port,
      path: '/api/admin/imports/residents/dry-run',
      method: 'POST',
      headers: { ...key.headers, 'content-length': 20_000_000 },
    });
    outgoing.on('error', () => undefined).write('unit,email\n');
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect([answer.statusCode, answer.headers['x-pas-refused']]).toEqual([502, undefined]);
    outgoing.destroy();
  });

  test('frees all places of its bulkhead', async () => {
    const body = 'x'.repeat(2000);
    for (let round = 0; round < 6; round += 1) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => send({ method: 'POST', body })));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([502]));
    }
  });
});

describe('one of two replicas that refuses', () => {
  beforeAll(() => startReplicas(false, true));
  afterAll(stopReplicas);

  test('does not affect requests without a body', async () => {
    const methods = ['GET', 'POST', 'DELETE', 'GET', 'POST', 'GET'];
    const answers = await Promise.all(methods.map((method) => send({ method })));
    expect(answers.map(({ status }) => status)).toEqual(methods.map(() => 200));
    expect(answers.map(({ text }) => (JSON.parse(text) as ReceivedRequest).port)).toEqual(
      methods.map(() => ports[1]),
    );
  });

  test('gets no requests for a while, so it refuses at most one write with a body', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      statuses.push((await send({ method: 'POST', body: '{"label":"4B"}' })).status);
    }
    expect(statuses.filter((status) => status !== 200).length).toBeLessThanOrEqual(1);
  });

  test('makes the gateway degraded until it has the right key', async () => {
    await Promise.all(Array.from({ length: 4 }, () => send()));
    await waitForReady(1);
    await replicas.shift()?.kill();
    replicas.push(await startReplica(ports[0], true));
    await waitForReady(2);
    const answers = await Promise.all(Array.from({ length: 4 }, () => send({ method: 'POST', body: '{}' })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

describe('a caller', () => {
  beforeAll(() => startReplicas(true));
  afterAll(stopReplicas);

  test('cannot provoke a refusal by the header of a request', async () => {
    const answer = await send({ headers: { 'x-pas-refused': 'assertion', 'x-pas-assertion': 'forged' } });
    expect(answer.status).toBe(200);
    expect((JSON.parse(answer.text) as ReceivedRequest).headers['x-pas-refused']).toBeUndefined();
  });

  test('gets a 401 that a service sends for its own reasons', async () => {
    const answer = await call(gateway.port, '/join/no/provider-401');
    expect([answer.status, answer.headers['x-pas-refused']]).toEqual([401, undefined]);
  });

  test('gets no internal header of gateway and services', async () => {
    const answer = await call(gateway.port, '/api/admin/units/odd-headers', { headers: key.headers });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-pas-'))).toEqual([]);
  });
});
