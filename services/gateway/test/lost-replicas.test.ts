import { freePort } from '@pas/testing/free-port';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startEcho, type EchoService } from './support/echo-service.ts';
import { call, type Answer, type CallOptions } from './support/http-call.ts';
import { addKey, addTenant, type AddedKey } from './support/rows.ts';
import { runGateway, type RunningGateway } from './support/running-gateway.ts';

let gateway: RunningGateway;
let key: AddedKey;
let ports: [number, number];
let first: EchoService;
let second: EchoService;

const startReplica = (port: number): Promise<EchoService> =>
  startEcho({ service: 'admin', environment: 'DEV', publicKeys: gateway.assertionKeys, port });

beforeAll(async () => {
  ports = [await freePort(), await freePort()];
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  gateway = await runGateway({ ADMIN_UPSTREAMS: JSON.stringify({ DEV: urls }) });
  key = await addKey((await addTenant())._id, { rateLimit: { limit: 60_000, windowSeconds: 60 } });
  [first, second] = await Promise.all([startReplica(ports[0]), startReplica(ports[1])]);
});
afterEach(async () => {
  await first.kill();
  first = await startReplica(ports[0]);
  await waitUntil(
    async () => (await call(gateway.port, '/readyz')).text.includes('"admin@DEV":{"status":"up"'),
    {
      what: 'two ready replicas',
    },
  );
});
afterAll(async () => {
  await Promise.all([first.kill(), second.kill()]);
  await gateway.stop();
});

interface TimedRequest {
  kind: 'read' | 'write';
  status: number;
  durationMs: number;
}

/** The time-out of the route group, in milliseconds. */
const timeoutMs = 30_000;

let writes = 0;

async function send(kind: TimedRequest['kind']): Promise<TimedRequest> {
  const write: CallOptions = {
    method: 'POST',
    body: '{"label":"4B"}',
    headers: { ...key.headers, 'idempotency-key': `write-${(writes += 1)}` },
  };
  const since = performance.now();
  const answer = await call(
    gateway.port,
    '/api/admin/units',
    kind === 'write' ? write : { headers: key.headers },
  ).catch((): Pick<Answer, 'status'> => ({ status: 0 }));
  return { kind, status: answer.status, durationMs: performance.now() - since };
}

/** Sends reads and keyed writes in turn at a fixed rate, without waiting for answers. */
async function sendSteadily(perSecond: number, forMs: number): Promise<Promise<TimedRequest>[]> {
  const sent: Promise<TimedRequest>[] = [];
  const since = performance.now();
  await waitUntil(
    () => {
      const passedMs = Math.min(performance.now() - since, forMs);
      while (sent.length < (passedMs / 1000) * perSecond) sent.push(send(sent.length % 2 ? 'write' : 'read'));
      return passedMs === forMs;
    },
    { what: 'all requests to be sent', everyMs: 5 },
  );
  return sent;
}

const statusesOf = (sent: readonly TimedRequest[]): Set<number> => new Set(sent.map(({ status }) => status));

describe('one of two replicas', () => {
  test('that is killed under 200 requests a second costs no read and no keyed write', async () => {
    const before = first.count();
    const sending = sendSteadily(200, 3000);
    await waitUntil(() => first.count() > before + 40, { what: 'load', everyMs: 1 });
    await first.kill();
    expect(statusesOf(await Promise.all(await sending))).toEqual(new Set([200]));
  });

  test('that is frozen delays no read until its time-out, and keeps its writes', async () => {
    const before = first.count();
    const sending = sendSteadily(40, 5000);
    await waitUntil(() => first.count() > before + 10, { what: 'load', everyMs: 1 });
    first.freeze();
    const sent = await sending;
    first.thaw();
    const answers = await Promise.all(sent);
    expect(statusesOf(answers)).toEqual(new Set([200]));
    const reads = answers.filter(({ kind }) => kind === 'read').map(({ durationMs }) => durationMs);
    expect(Math.max(...reads)).toBeLessThan(timeoutMs);
  });

  test('that drains costs no request of any kind', async () => {
    const before = first.count();
    const sending = sendSteadily(100, 3000);
    await waitUntil(() => first.count() > before + 20, { what: 'load', everyMs: 1 });
    first.drain();
    expect(statusesOf(await Promise.all(await sending))).toEqual(new Set([200]));
  });
});
