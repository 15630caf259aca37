import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { CallModel } from '@pas/shared/models/call';
import { TenantModel } from '@pas/shared/models/tenant';
import { UnlockAttemptModel } from '@pas/shared/models/unlock-attempt';
import { waitUntil } from '@pas/testing/wait-until';
import { expect, test } from 'vitest';
import { startApplyingRetention } from '../src/sweeps/apply-retention.ts';
import { newTenantCaller, startAdmin } from './admin-harness.ts';
import { accessEventRow, attemptRow, callRow } from './building-rows.ts';
import { dayMs, recordsOf } from './user-support.ts';

type Answer = { tenant: { settings: { retentionDays: object; callRingSeconds: number } } };

const admin = await startAdmin();
const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);

test('a patch of the settings merges the days, and refuses fewer than 30 and more than 36,500', async () => {
  const as = await newTenantCaller();
  const patch = (retentionDays: object) =>
    admin.call<Answer>('PATCH', `/api/admin/tenants/${as.tenantId}`, {
      as,
      body: { settings: { retentionDays } },
    });
  const all = { calls: null, accessEvents: null, attempts: null };
  const read = await admin.call<Answer>('GET', `/api/admin/tenants/${as.tenantId}`, { as });
  expect(read.body.tenant.settings.retentionDays).toEqual(all);
  expect((await patch({ calls: 365 })).body.tenant.settings.retentionDays).toEqual({ ...all, calls: 365 });
  const { settings } = (await patch({ attempts: 30 })).body.tenant;
  expect(settings).toMatchObject({ callRingSeconds: 20, retentionDays: { calls: 365, attempts: 30 } });
  expect((await patch({ calls: null })).body.tenant.settings.retentionDays).toEqual({ ...all, attempts: 30 });
  for (const calls of [29, 36_501, 1e9]) expect((await patch({ calls })).status).toBe(422);
  expect((await patch({ calls: 36_500 })).body.tenant.settings.retentionDays).toMatchObject({
    calls: 36_500,
  });
  expect((await patch({ doors: 30 })).status).toBe(422);
});

/** Stores days that a patch refuses. */
const storeDays = (tenantId: string, retentionDays: object) =>
  TenantModel.updateOne({ _id: tenantId }, { $set: { 'settings.retentionDays': retentionDays } });

test('a tenant with days beyond all dates blocks neither the others nor its own other rows', async () => {
  const [as, other] = [await newTenantCaller(), await newTenantCaller()];
  const [tenantId, otherId] = [as.tenantId ?? '', other.tenantId ?? ''];
  await storeDays(tenantId, { calls: 1e9, accessEvents: null, attempts: 30 });
  await storeDays(otherId, { calls: 30, accessEvents: null, attempts: null });
  const place = { propertyId: 'prop_1', accessPointId: 'door_1' };
  await CallModel.insertMany([tenantId, otherId].map((id) => callRow(id, { startedAt: daysAgo(31) })));
  await UnlockAttemptModel.insertMany([attemptRow(tenantId, { ...place, createdAt: daysAgo(31) })]);
  const worker = startApplyingRetention({ environment: 'TEST', events: leaveToSweeper, log, everyMs: 50 });
  const isDone = async () =>
    (await CallModel.countDocuments({ tenantId: otherId })) === 0 &&
    (await UnlockAttemptModel.countDocuments({ tenantId })) === 0;
  await waitUntil(isDone, { what: 'the removal' });
  await worker.stop();
  expect(await CallModel.countDocuments({ tenantId })).toBe(1);
});

test('expired rows are removed and counted in a record; newer rows and those of others stay', async () => {
  const [as, other] = [await newTenantCaller(), await newTenantCaller()];
  const [tenantId, otherId] = [as.tenantId ?? '', other.tenantId ?? ''];
  const body = { settings: { retentionDays: { calls: 30, accessEvents: 30, attempts: 30 } } };
  await admin.call('PATCH', `/api/admin/tenants/${tenantId}`, { as, body });
  const place = { propertyId: 'prop_1', accessPointId: 'door_1' };
  for (const id of [tenantId, otherId]) {
    const old = Array.from({ length: 600 }, () => callRow(id, { startedAt: daysAgo(31) }));
    await CallModel.insertMany([...old, callRow(id, { startedAt: daysAgo(29) })]);
    const at = { occurredAt: daysAgo(31) };
    await AccessEventModel.insertMany([accessEventRow(id, { ...place, ...at }), accessEventRow(id, place)]);
    await UnlockAttemptModel.insertMany([
      attemptRow(id, { ...place, createdAt: daysAgo(31) }),
      attemptRow(id, place),
    ]);
  }
  const options = { environment: 'TEST', events: leaveToSweeper, log, everyMs: 50 };
  const workers = [startApplyingRetention(options), startApplyingRetention(options)];
  const countAt = async (id: string) => [
    await CallModel.countDocuments({ tenantId: id }),
    await AccessEventModel.countDocuments({ tenantId: id }),
    await UnlockAttemptModel.countDocuments({ tenantId: id }),
  ];
  await waitUntil(async () => (await countAt(tenantId)).join() === '1,1,1', { what: 'the removal' });
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(await countAt(otherId)).toEqual([601, 2, 2]);
  const applied = (await recordsOf(tenantId)).filter(({ action }) => action === 'retention.applied');
  const removed = applied.flatMap(({ changes }) =>
    changes.map(({ path, after }) => `${path} ${String(after)}`),
  );
  expect(removed.toSorted()).toEqual([
    'removed.accessEvents 1',
    'removed.attempts 1',
    'removed.calls 100',
    'removed.calls 500',
  ]);
});
