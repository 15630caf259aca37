import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { OutboxModel } from '@pas/platform/events/outbox';
import { createLogger } from '@pas/platform/log/logger';
import { workContext } from '@pas/shared/context/work-context';
import { newId } from '@pas/shared/ids/id';
import { DeviceModel, type DeviceRow } from '@pas/shared/models/device';
import { deviceRow } from '@pas/testing/rows';
import { expect, test } from 'vitest';
import { markStaleDevices } from '../src/sweeps/mark-stale-devices.ts';
import { newTenantCaller, startAdmin } from './admin-harness.ts';
import { addDevice, addUser, storedDevice } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = newId('tenant');
const ctx = workContext(
  {
    service: 'admin',
    name: 'Sweeper',
    environment: 'TEST',
    events: leaveToSweeper,
    log: createLogger({ service: 'admin', environment: 'TEST', level: 'silent' }),
  },
  tenantId,
);

async function insert(fields: Partial<DeviceRow>): Promise<DeviceRow> {
  const row = deviceRow(tenantId, fields);
  await DeviceModel.insertMany([row]);
  return row;
}

test('a device without a registration for 30 days becomes STALE once, with a record', async () => {
  const { now } = ctx;
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  const unseen = await insert({ lastSeenAt: daysAgo(30) });
  await insert({ lastSeenAt: daysAgo(29.9) });
  await insert({ lastSeenAt: daysAgo(90), status: 'REVOKED', isLive: false, pushToken: null });
  await insert({ lastSeenAt: daysAgo(90), status: 'INVALID' });
  expect(await markStaleDevices.findDue(now, 10, [])).toEqual([{ id: unseen._id, tenantId }]);
  expect(await markStaleDevices.apply(ctx, unseen._id)).toBe(true);
  expect(await storedDevice(unseen._id, tenantId)).toMatchObject({ status: 'STALE', version: 2 });
  expect(await markStaleDevices.apply(ctx, unseen._id)).toBe(false);
  expect(await markStaleDevices.findDue(now, 10, [])).toEqual([]);
  const written = await OutboxModel.find({ tenantId }).lean();
  expect(written).toHaveLength(1);
  expect(JSON.stringify(written)).toContain('device.updated');
});

test('the devices of a disabled person are revoked', async () => {
  const user = await addUser(admin, caller);
  const id = await addDevice(user);
  const body = { status: 'DISABLED' };
  expect((await admin.call('PATCH', `/api/admin/users/${user.id}`, { as: caller, body })).status).toBe(200);
  expect(await storedDevice(id, user.tenantId)).toMatchObject({ status: 'REVOKED', pushToken: null });
});
