import { newId } from '@pas/shared/ids/id';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { keyUsageId, KeyUsageModel } from '@pas/shared/models/key-usage';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { KeyUsage } from '../src/resources/api-keys/key-usage.schema.ts';
import { addApiKey, newTenantCaller, startAdmin } from './admin-harness.ts';

type UsageAnswer = { usage: z.output<typeof KeyUsage> };

const path = '/api/admin/api-keys';

let owner: Principal;
let id: string;

const admin = await startAdmin();
beforeEach(async () => {
  owner = await newTenantCaller();
  id = (await addApiKey(admin, owner)).id;
});

const read = (query = '', as = owner, key = id) =>
  admin.call<UsageAnswer>('GET', `${path}/${key}/usage?${query}`, { as });

/** Stores the use of the key in some hours: requests, denied, limited. */
async function addHours(hours: Record<string, [number, number, number]>, keyId = id): Promise<void> {
  const rows = Object.entries(hours).map(([at, [requests, denied, limited]]) => {
    const hour = new Date(at);
    const _id = keyUsageId(keyId, hour);
    return { _id, tenantId: owner.tenantId, keyId, hour, requests, denied, limited };
  });
  await KeyUsageModel.insertMany(rows);
}

const hours = {
  '2027-03-01T22:00:00Z': [10, 1, 2],
  '2027-03-01T23:00:00Z': [5, 0, 0],
  '2027-03-02T00:00:00Z': [7, 7, 0],
  '2027-03-03T12:00:00Z': [1, 0, 1],
} satisfies Record<string, [number, number, number]>;

describe('GET /api/admin/api-keys/{id}/usage', () => {
  test('200 sums by UTC day, including days without requests', async () => {
    await addHours(hours);
    const { status, body } = await read('from=2027-03-01T00:00:00Z&to=2027-03-04T00:00:00Z');
    expect(status).toBe(200);
    expect(body.usage).toEqual({
      series: [
        { at: '2027-03-01T00:00:00.000Z', requests: 15, denied: 1, limited: 2 },
        { at: '2027-03-02T00:00:00.000Z', requests: 7, denied: 7, limited: 0 },
        { at: '2027-03-03T00:00:00.000Z', requests: 1, denied: 0, limited: 1 },
      ],
      totals: { requests: 23, denied: 8, limited: 3 },
      lastUsedAt: null,
      lastAddress: null,
      lastUserAgent: null,
    });
  });

  test('200 by the hour, from the hour of `from` to before `to`', async () => {
    await addHours(hours);
    const { body } = await read('interval=hour&from=2027-03-01T22:30:00Z&to=2027-03-02T00:00:00Z');
    expect(body.usage.series).toEqual([
      { at: '2027-03-01T22:00:00.000Z', requests: 10, denied: 1, limited: 2 },
      { at: '2027-03-01T23:00:00.000Z', requests: 5, denied: 0, limited: 0 },
    ]);
    expect(body.usage.totals.requests).toBe(15);
  });

  test('200 defaults to the last 30 days, and shows the last use', async () => {
    const lastUsedAt = new Date();
    const last = { lastUsedAt, lastAddress: '203.0.113.7', lastUserAgent: 'roster-sync/2.1' };
    await ApiKeyModel.updateOne({ _id: id }, { $set: last });
    const { body } = await read();
    expect([30, 31]).toContain(body.usage.series.length);
    expect(body.usage).toMatchObject({
      ...last,
      lastUsedAt: lastUsedAt.toISOString(),
      totals: { requests: 0 },
    });
  });

  test('200 ignores other keys', async () => {
    await addHours(hours, newId('apiKey'));
    const { body } = await read('from=2027-03-01T00:00:00Z&to=2027-03-04T00:00:00Z');
    expect(body.usage.totals.requests).toBe(0);
  });

  test('401 without credentials, 403 without the scope', async () => {
    expect((await admin.call('GET', `${path}/${id}/usage`, {})).status).toBe(401);
    const answer = await read('', { ...owner, scopes: ['api-keys:write'] });
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });

  test('404 for an unknown key, another tenant’s, and one beyond a restricted caller’s properties', async () => {
    expect((await read('', owner, newId('apiKey'))).status).toBe(404);
    expect((await read('', await newTenantCaller())).status).toBe(404);
    expect((await read('', { ...owner, propertyIds: [newId('property')] })).status).toBe(404);
  });

  test.each([
    ['interval=week', 'interval'],
    ['from=2027-03-02T00:00:00Z&to=2027-03-01T00:00:00Z', 'to'],
    ['from=2027-03-01T00:00:00Z&to=2027-04-02T00:00:00Z&interval=hour', 'from'],
    ['from=2026-03-01T00:00:00Z&to=2027-04-02T00:00:00Z', 'from'],
    ['from=yesterday', 'from'],
    ['timeZone=UTC', 'timeZone'],
  ])('422 for %s', async (query, errorPath) => {
    expect(await read(query)).toMatchObject({ status: 422, body: { errors: [{ path: errorPath }] } });
  });
});
