import { freePort } from '@pas/testing/free-port';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startEcho, type EchoService, type ReceivedRequest } from './support/echo-service.ts';
import { call, problemOf, type Answer } from './support/http-call.ts';
import { addKey, addTenant, type AddedKey } from './support/rows.ts';
import { runGateway, type RunningGateway } from './support/running-gateway.ts';

let gateway: RunningGateway;
let key: AddedKey;
let ports: [number, number];
const replicas: EchoService[] = [];

beforeAll(async () => {
  ports = [await freePort(), await freePort()];
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  gateway = await runGateway({ ADMIN_UPSTREAMS: JSON.stringify({ DEV: urls }) });
  key = await addKey((await addTenant())._id);
});
afterEach(async () => {
  await Promise.all(replicas.splice(0).map((replica) => replica.kill()));
});
afterAll(() => gateway.stop());

async function startReplica(port: number): Promise<EchoService> {
  const publicKeys = gateway.assertionKeys;
  const replica = await startEcho({ service: 'admin', environment: 'DEV', publicKeys, port });
  replicas.push(replica);
  return replica;
}

const send = (method = 'GET', body?: string): Promise<Answer> =>
  call(gateway.port, '/api/admin/units', { method, headers: key.headers, ...(body && { body }) });
const portOf = (answer: Answer): number => (JSON.parse(answer.text) as ReceivedRequest).port;

/** Waits until the gateway reports this number of ready replicas. */
async function waitForReady(count: 0 | 1 | 2, timeoutMs?: number): Promise<void> {
  await waitUntil(
    async () => {
      const { checks } = JSON.parse((await call(gateway.port, '/readyz')).text) as {
        checks: Record<string, { status: string; message?: string }>;
      };
      const admin = checks['admin@DEV'];
      return count === 2 ? admin?.status === 'up' : admin?.message?.startsWith(`${count} of 2`);
    },
    { what: `${count} ready replicas`, timeoutMs },
  );
}

async function startBoth(): Promise<[EchoService, EchoService]> {
  const both: [EchoService, EchoService] = [await startReplica(ports[0]), await startReplica(ports[1])];
  await waitForReady(2);
  return both;
}

async function portsOf(requests: number): Promise<Set<number>> {
  const answers = await Promise.all(Array.from({ length: requests }, () => send()));
  return new Set(answers.map(portOf));
}

describe('two replicas', () => {
  test('take turns', async () => {
    await startBoth();
    const answered: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) answered.push(portOf(await send()));
    expect(answered.filter((port) => port === ports[0])).toHaveLength(3);
  });

  test('an unready one gets no requests until it is ready again', async () => {
    const [first] = await startBoth();
    first.setReady(false);
    await waitForReady(1);
    const before = first.count();
    expect(await portsOf(20)).toEqual(new Set([ports[1]]));
    expect(first.count()).toBe(before);
    first.setReady(true);
    await waitForReady(2);
    expect(await portsOf(20)).toEqual(new Set(ports));
  });

  test('a killed one is detected at once, without a failed request', async () => {
    const [first] = await startBoth();
    await first.kill();
    await waitForReady(1, 1000);
    expect(await portsOf(10)).toEqual(new Set([ports[1]]));
  });

  test('a draining one is detected with its first answer', async () => {
    const [first] = await startBoth();
    await portsOf(4);
    first.drain();
    expect(await portsOf(2)).toEqual(new Set(ports));
    await waitForReady(1, 1000);
  });

  test('a draining one gets no more requests, even without another one', async () => {
    const [first, second] = await startBoth();
    await portsOf(4);
    await second.kill();
    first.drain();
    await portsOf(1);
    await waitForReady(0);
    const before = first.count();
    const refused = await send('POST');
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    expect(first.count()).toBe(before);
  });

  test('a frozen one gets no requests after three seconds', async () => {
    const [first] = await startBoth();
    first.freeze();
    const unanswered = Promise.allSettled(Array.from({ length: 4 }, () => send()));
    await waitForReady(1, 3000);
    expect(await portsOf(10)).toEqual(new Set([ports[1]]));
    await first.kill();
    await unanswered;
  });

  test('both get requests when neither is ready, and send their own answers', async () => {
    const [first, second] = await startBoth();
    first.setReady(false);
    second.setReady(false);
    await waitForReady(0);
    expect((await send()).status).toBe(200);
  });

  test('a killed one under load does not affect readers', async () => {
    const [first] = await startBoth();
    let isKilled = false;
    const read = async (): Promise<number[]> => {
      const statuses: number[] = [];
      for (let turn = 0; turn < 60; turn += 1) statuses.push((await send()).status);
      return statuses;
    };
    const kill = waitUntil(() => first.count() > 60, { what: 'load', everyMs: 1 }).then(async () => {
      await first.kill();
      isKilled = true;
    });
    const statuses = (await Promise.all([read(), read(), read(), read()])).flat();
    await kill;
    expect(isKilled).toBe(true);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('a write without a body that no replica received goes to the other one', async () => {
    const second = await startReplica(ports[1]);
    for (let turn = 0; turn < 4; turn += 1) expect((await send('POST')).status).toBe(200);
    expect(second.count()).toBe(4);
  });

  test('a write that a lost replica may have executed is not repeated', async () => {
    const both = await startBoth();
    const hangUp = (method: string): Promise<Answer> =>
      call(gateway.port, '/api/admin/units/hang-up', { method, headers: key.headers });
    const answer = await hangUp('POST');
    expect([answer.status, problemOf(answer).code]).toEqual([502, 'bad_upstream']);
    expect(both.map((replica) => replica.count()).reduce((a, b) => a + b)).toBe(1);
    expect((await hangUp('GET')).status).toBe(502);
    expect(both.map((replica) => replica.count()).reduce((a, b) => a + b)).toBe(3);
  });
});

describe('without any replica', () => {
  test('503 with Retry-After, in a problem body that names no host', async () => {
    const answer = await send();
    expect([answer.status, problemOf(answer).code]).toEqual([503, 'upstream_unavailable']);
    expect(answer.headers['retry-after']).toBe('1');
    expect(problemOf(answer).correlationId).toBe(answer.headers['x-correlation-id']);
    expect(problemOf(answer).message).toBe('The service is unavailable at the moment. Try again.');
    expect(answer.text).not.toContain('127.0.0.1');
  });

  test('the gateway is degraded but ready, because other upstreams still work', async () => {
    await waitForReady(0);
    const answer = await call(gateway.port, '/readyz');
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({
      status: 'degraded',
      checks: { 'admin@DEV': { status: 'down', message: '0 of 2 replicas are ready' } },
    });
    expect(answer.text).not.toContain('127.0.0.1');
    expect((await call(gateway.port, '/join/abc')).status).toBe(200);
  });

  test('a restarted service is used within seconds, without a restart of the gateway', async () => {
    expect((await send()).status).toBe(503);
    await startReplica(ports[0]);
    await waitUntil(async () => (await send()).status === 200, { what: 'an answer', timeoutMs: 3000 });
  });
});
