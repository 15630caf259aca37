import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { OutboxModel } from '@pas/platform/events/outbox';
import { createLogger } from '@pas/platform/log/logger';
import { workContext } from '@pas/shared/context/work-context';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { expect, test } from 'vitest';
import { markDoorsOffline } from '../src/sweeps/mark-doors-offline.ts';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addAccessPoint } from './building-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const propertyId = (await addProperty(admin, caller)).id;
const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });
const worker = { service: 'admin', name: 'Sweeper', environment: 'TEST', events: leaveToSweeper, log };

async function addSeen(msAgo: number, online = true): Promise<string> {
  const { id } = await addAccessPoint(admin, caller, { propertyId });
  const lastSeenAt = new Date(Date.now() - msAgo);
  await AccessPointModel.updateOne({ _id: id, tenantId }, { $set: { online, lastSeenAt } });
  return id;
}

test('a door is offline 90 seconds after the last report, with one event', async () => {
  const silent = await addSeen(100_000);
  await addSeen(60_000);
  await addSeen(100_000, false);
  const now = new Date();
  expect(await markDoorsOffline.findDue(now, 10)).toEqual([{ id: silent, tenantId }]);
  expect(await markDoorsOffline.settle(workContext(worker, tenantId), silent)).toBe(true);
  expect(await markDoorsOffline.settle(workContext(worker, tenantId), silent)).toBe(false);
  expect(await markDoorsOffline.findDue(now, 10)).toEqual([]);
  expect(await AccessPointModel.findOne({ _id: silent, tenantId }).lean()).toMatchObject({
    online: false,
    version: 2,
  });
  const type = 'pas.v1.access.point.offline';
  expect(await OutboxModel.countDocuments({ 'envelope.type': type, 'envelope.subject': silent })).toBe(1);
});

test('a door with a recent report stays online', async () => {
  const door = await addSeen(100_000);
  await AccessPointModel.updateOne({ _id: door, tenantId }, { $set: { lastSeenAt: new Date() } });
  expect(await markDoorsOffline.settle(workContext(worker, tenantId), door)).toBe(false);
  expect(await AccessPointModel.findOne({ _id: door, tenantId }).lean()).toMatchObject({ online: true });
});
