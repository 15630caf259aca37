import { control } from '@pas/platform/mongo/connections';
import { newId } from '@pas/shared/ids/id';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { LiveGatewayModel } from '@pas/shared/models/live-gateway';
import { RateBucketModel } from '@pas/shared/models/rate-bucket';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemOf, type Answer } from './support/http-call.ts';
import {
  burst,
  fieldsOf,
  limitedKey,
  sendWithKey,
  statusesOf,
  type KeyedCall,
} from './support/limited-keys.ts';
import { addTenant, type AddedKey } from './support/rows.ts';
import { runGateway, type GatewayReplica, type RunningGateway } from './support/running-gateway.ts';

let gateway: RunningGateway;
let second: GatewayReplica;
let tenantId: string;

beforeAll(async () => {
  gateway = await runGateway();
  second = await gateway.addReplica();
  tenantId = (await addTenant())._id;
});
afterAll(async () => {
  await second.stop();
  await gateway.stop();
});

const limited = (limit: number, windowSeconds = 60, overrides: Partial<ApiKeyRow> = {}): Promise<AddedKey> =>
  limitedKey(tenantId, { limit, windowSeconds }, overrides);
const send = (key: Pick<AddedKey, 'headers'>, options: Partial<KeyedCall> = {}): Promise<Answer> =>
  sendWithKey(key, { port: gateway.port, ...options });

describe('an API key', () => {
  test('has the remaining tokens on every answer, and at the end 429 with Retry-After', async () => {
    const key = await limited(3);
    const left: unknown[] = [];
    for (let sent = 0; sent < 3; sent += 1) {
      const answer = await send(key);
      expect(answer.status).toBe(200);
      left.push(fieldsOf(answer));
    }
    expect(left).toEqual(
      [2, 1, 0].map((r): unknown[] => ['"key";q=3;w=60', expect.stringMatching(`^"key";r=${r};t=\\d+$`)]),
    );
    const refused = await send(key);
    expect([refused.status, problemOf(refused).code]).toEqual([429, 'rate_limited']);
    const retryAfter = Number(refused.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(50);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(fieldsOf(refused)).toEqual(['"key";q=3;w=60', `"key";r=0;t=${retryAfter}`]);
  });

  test('is admitted again after Retry-After', async () => {
    const key = await limited(2, 1);
    expect(statusesOf(await burst(4, () => send(key)))).toEqual({ 200: 2, 429: 2 });
    const refusedAt = performance.now();
    const retryAfter = Number((await send(key)).headers['retry-after']);
    expect(retryAfter).toBe(1);
    await waitUntil(() => performance.now() - refusedAt >= 1000 * retryAfter, {
      what: 'Retry-After',
      everyMs: 20,
    });
    expect((await send(key)).status).toBe(200);
  });

  test('gets exactly its limit with fifty parallel requests at the end of the limit', async () => {
    const key = await limited(20);
    expect(statusesOf(await burst(50, () => send(key)))).toEqual({ 200: 20, 429: 30 });
  });

  test('shares its limit over all gateways', async () => {
    const key = await limited(100);
    const ports = [gateway.port, second.port];
    const answers = await burst(240, (index) => send(key, { port: ports[index % 2] as number }));
    const { 200: admitted = 0, 429: refused = 0 } = statusesOf(answers);
    expect(admitted + refused).toBe(240);
    expect(admitted).toBeGreaterThanOrEqual(95);
    expect(admitted).toBeLessThanOrEqual(106);
  });

  test('shares its limit with its successor', async () => {
    const lineageId = newId('apiKey');
    const graceUntil = new Date(Date.now() + 60_000);
    const old = await limited(4, 60, { lineageId, status: 'ROTATING', graceUntil });
    const successor = await limited(4, 60, { lineageId, rotatedFrom: old.row._id });
    const statuses: number[] = [];
    for (const key of [old, successor, old, successor, old, successor])
      statuses.push((await send(key)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });

  test('does not affect other keys of the same tenant and address', async () => {
    const [flooding, quiet] = [await limited(5), await limited(5)];
    const from = '127.9.9.9';
    const flood = burst(200, () => send(flooding, { from }));
    for (let sent = 0; sent < 5; sent += 1) expect((await send(quiet, { from })).status).toBe(200);
    expect(statusesOf(await flood)).toEqual({ 200: 5, 429: 195 });
  });

  test('has a new limit as soon as its record changes', async () => {
    const key = await limited(1);
    expect([(await send(key)).status, (await send(key)).status]).toEqual([200, 429]);
    await ApiKeyModel.updateOne({ _id: key.row._id }, { $set: { 'rateLimit.limit': 5, version: 2 } });
    const admitted = async (): Promise<Answer | undefined> => {
      const next = await send(key);
      return next.status === 200 ? next : undefined;
    };
    const answer = await waitUntil(admitted, { what: 'the new limit', timeoutMs: 2000, everyMs: 20 });
    expect(fieldsOf(answer)).toEqual(['"key";q=5;w=60', expect.stringMatching('^"key";r=3;')]);
  });

  test('counts repeats of an Idempotency-Key', async () => {
    const key = await limited(2);
    const repeat = () => send(key, { method: 'POST', body: '{}', headers: { 'idempotency-key': 'same' } });
    expect([(await repeat()).status, (await repeat()).status, (await repeat()).status]).toEqual([
      200, 200, 429,
    ]);
  });
});

describe('the store', () => {
  interface StartedCommand {
    commandName: string;
    command: { findAndModify?: string };
  }

  async function bookingsDuring(work: () => Promise<unknown>): Promise<number> {
    let bookings = 0;
    const client = control.getClient();
    const count = ({ command }: StartedCommand): void => {
      if (command.findAndModify === 'rate_buckets') bookings += 1;
    };
    client.on('commandStarted', count as never);
    await work();
    client.off('commandStarted', count as never);
    return bookings;
  }

  test('gets few calls for a busy key, and hardly any for a refused one', async () => {
    const key = await limited(400);
    const inTurn = (count: number) => async () => {
      const one = async () => {
        for (let done = 0; done < count; done += 20) await send(key);
      };
      await Promise.all(Array.from({ length: 20 }, one));
    };
    const bookings = await bookingsDuring(inTurn(400));
    expect(bookings).toBeGreaterThan(0);
    expect(bookings).toBeLessThan(100);
    expect((await send(key)).status).toBe(429);
    expect(await bookingsDuring(inTurn(200))).toBeLessThanOrEqual(5);
  });

  test('gets unused tokens back from an idle gateway, and from one that stops', async () => {
    const leasesOf = async ({ row }: AddedKey) =>
      (await RateBucketModel.findOne({ _id: `${row.lineageId}:60` }).lean())?.leases ?? [];
    const key = await limited(600);
    const third = await gateway.addReplica();
    const busy = async (): Promise<boolean> => {
      await burst(10, () => send(key, { port: third.port }));
      return (await leasesOf(key)).length > 0;
    };
    await waitUntil(busy, { what: 'a lease', everyMs: 1 });
    await waitUntil(async () => (await leasesOf(key)).length === 0, { what: 'the idle lease to go back' });
    await waitUntil(busy, { what: 'another lease', everyMs: 1 });
    await third.stop();
    expect(await leasesOf(key)).toEqual([]);
  });

  test('counts the gateways that limit requests until they stop', async () => {
    const key = await limited(10);
    const third = await gateway.addReplica();
    await send(key, { port: third.port });
    const count = () => LiveGatewayModel.countDocuments({ until: { $gt: new Date() } });
    await waitUntil(async () => (await count()) === 3, { what: 'three gateways' });
    await third.stop();
    expect(await count()).toBe(2);
  });
});
