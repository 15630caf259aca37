import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { announceExpiringKeys } from '../src/sweeps/announce-expiring-keys.ts';
import { startSweeper } from '../src/sweeps/start-sweeper.ts';
import { addApiKey, newTenantCaller, startAdmin } from './admin-harness.ts';
import { apiKeyRow, keyEvents, keyRecords } from './api-key-row.ts';

const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let sweepers: ReturnType<typeof startSweeper>[];

const admin = await startAdmin();
const owner = await newTenantCaller();
const tenantId = owner.tenantId ?? '';
beforeEach(() => {
  sweepers = [];
});
afterEach(async () => void (await Promise.all(sweepers.map((sweeper) => sweeper.stop()))));

/** Starts two sweepers, as with two replicas. */
function sweep(environment = 'TEST'): void {
  const options = { environment, events: leaveToSweeper, log, everyMs: 100 };
  const sweeps = [announceExpiringKeys(environment)];
  sweepers = [1, 2].map(() => startSweeper({ ...options, sweeps }));
}

const inMs = (ms: number): Date => new Date(Date.now() + ms);

async function addRow(fields: Partial<ApiKeyRow>): Promise<string> {
  const row = apiKeyRow(tenantId, fields);
  await ApiKeyModel.insertMany([row]);
  return row._id;
}

const untilPublished = async (id: string, times = 1): Promise<void> => {
  const isPublished = async () => (await keyEvents(id)).length >= times;
  await waitUntil(isPublished, { what: `${times} events` });
};

/** Waits for two due keys, one after the other: all keys due earlier are processed by then. */
async function untilSwept(): Promise<void> {
  for (const _turn of [1, 2]) await untilPublished(await addRow({ expiresAt: inMs(dayMs + hourMs) }));
}

const publishedDays = async (id: string): Promise<unknown[]> =>
  (await keyEvents(id)).map(([type, data]) => [type, (data as { daysLeft: number }).daysLeft]);
const type = 'pas.v1.keys.key.expiring';

describe('a key that ends soon', () => {
  test('is announced once 14 days before and once 1 day before, without a change that clients see', async () => {
    const expiresAt = inMs(14 * dayMs - hourMs);
    const ids = await Promise.all(Array.from({ length: 12 }, () => addRow({ expiresAt })));
    const [id = ''] = ids;
    sweep();
    for (const each of ids) await untilPublished(each);
    await untilSwept();
    for (const each of ids) expect(await publishedDays(each)).toEqual([[type, 14]]);
    const [event] = await keyEvents(id);
    expect(event?.[1]).toEqual({
      aggregateVersion: 1,
      keyId: id,
      expiresAt: expiresAt.toISOString(),
      daysLeft: 14,
    });
    expect(await keyRecords(id)).toEqual([]);
    await ApiKeyModel.updateOne({ _id: id }, { $set: { expiresAt: inMs(dayMs - hourMs) } });
    await untilPublished(id, 2);
    await untilSwept();
    expect(new Set((await publishedDays(id)).map(String))).toEqual(new Set([`${type},14`, `${type},1`]));
    expect(await ApiKeyModel.findById(id).lean()).toMatchObject({ version: 1, noticedDays: 1 });
  });

  test('gets only the last notice after a late sweep', async () => {
    const id = await addRow({ expiresAt: inMs(hourMs) });
    sweep();
    await untilPublished(id);
    await untilSwept();
    expect(await publishedDays(id)).toEqual([[type, 1]]);
  });

  test('with a short lifetime is not announced before its last day', async () => {
    const short = await addApiKey(admin, owner, { expiresAt: inMs(10 * dayMs).toISOString() });
    const shortest = await addApiKey(admin, owner, { expiresAt: inMs(hourMs).toISOString() });
    sweep();
    await untilSwept();
    expect([await keyEvents(short.id), await keyEvents(shortest.id)]).toEqual([[], []]);
  });

  test('is announced again after a change of its end', async () => {
    const { id } = await addApiKey(admin, owner, { expiresAt: inMs(10 * dayMs).toISOString() });
    const body = { expiresAt: inMs(100 * dayMs).toISOString() };
    expect((await admin.call('PATCH', `/api/admin/api-keys/${id}`, { as: owner, body })).status).toBe(200);
    await ApiKeyModel.updateOne({ _id: id }, { $set: { expiresAt: inMs(13 * dayMs) } });
    sweep();
    await untilPublished(id);
    await untilSwept();
    expect(await publishedDays(id)).toEqual([[type, 14]]);
  });

  test.each<[string, Partial<ApiKeyRow>]>([
    ['is revoked', { status: 'REVOKED' }],
    ['has a successor', { status: 'ROTATING', graceUntil: inMs(dayMs) }],
    ['has ended', { expiresAt: inMs(-1) }],
    ['has time left', { expiresAt: inMs(15 * dayMs) }],
    ['belongs to the platform', { tenantId: null }],
    ['is announced by another environment', { environments: ['DEV', 'TEST'] }],
  ])('is not announced when it %s', async (_state, fields) => {
    const id = await addRow({ expiresAt: inMs(2 * dayMs), ...fields });
    sweep();
    await untilSwept();
    expect(await keyEvents(id)).toEqual([]);
  });

  test('is found on an index', async () => {
    const filter = { 'environments.0': 'TEST', tenantId: { $ne: null }, status: 'ACTIVE', noticedDays: null };
    const plan = await ApiKeyModel.find({
      ...filter,
      expiresAt: { $gt: inMs(0), $lte: inMs(dayMs) },
    } as never)
      .limit(100)
      .explain('queryPlanner');
    expect(JSON.stringify(plan)).toContain('environments.0_1_status_1_noticedDays_1_expiresAt_1');
  });
});
