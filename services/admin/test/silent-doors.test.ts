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
  expect(await markDoorsOffline.findDue(now, 10, [])).toEqual([{ id: silent, tenantId }]);
  expect(await markDoorsOffline.findDue(now, 10, [tenantId])).toEqual([]);
  expect(await markDoorsOffline.apply(workContext(worker, tenantId), silent)).toBe(true);
  expect(await markDoorsOffline.apply(workContext(worker, tenantId), silent)).toBe(false);
  expect(await markDoorsOffline.findDue(now, 10, [])).toEqual([]);
  expect(await AccessPointModel.findOne({ _id: silent, tenantId }).lean()).toMatchObject({
    online: false,
    version: 2,
  });
  const type = 'pas.v1.access.point.offline';
  expect(await OutboxModel.countDocuments({ 'envelope.type': type, 'envelope.subject': silent })).toBe(1);
});

test('a door without a report so far is neither online nor offline, and stays so', async () => {
  const { id, online, lastSeenAt } = await addAccessPoint(admin, caller, { propertyId });
  expect([online, lastSeenAt]).toEqual([null, null]);
  const later = new Date(Date.now() + 200_000);
  expect((await markDoorsOffline.findDue(later, 500, [])).map((due) => due.id)).not.toContain(id);
  const idsOf = async (filter: string) => {
    const path = `/api/admin/access-points?limit=200&online=${filter}`;
    const { body } = await admin.call<{ accessPoints: { id: string }[] }>('GET', path, { as: caller });
    return body.accessPoints.map((door) => door.id);
  };
  expect([...(await idsOf('true')), ...(await idsOf('false'))]).not.toContain(id);
});

test('doors of an earlier controller key do not go offline: they wait for the first report of the new key', async () => {
  const newKey = async (id: string) => {
    const path = `/api/admin/access-points/${id}/controller-key`;
    return (await admin.call<{ controllerKey: { id: string } }>('POST', path, { as: caller })).body
      .controllerKey;
  };
  const doors = [await addSeen(100_000), await addSeen(100_000)];
  const other = await addSeen(100_000);
  const [earlier, unrelated] = [await newKey(doors[0] ?? ''), await newKey(other)];
  const reportedBy = (ids: string[], by: string) =>
    AccessPointModel.updateMany({ _id: { $in: ids }, tenantId }, { $set: { reportedBy: by } });
  await reportedBy(doors, earlier.id);
  await reportedBy([other], unrelated.id);
  await newKey(doors[0] ?? '');
  for (const id of [...doors, other])
    expect(await markDoorsOffline.apply(workContext(worker, tenantId), id)).toBe(true);
  for (const _id of doors)
    expect(await AccessPointModel.findOne({ _id, tenantId }).lean()).toMatchObject({
      online: null,
      lastSeenAt: null,
    });
  expect(await AccessPointModel.findOne({ _id: other, tenantId }).lean()).toMatchObject({ online: false });
  const type = 'pas.v1.access.point.offline';
  const events = await OutboxModel.find({ 'envelope.type': type, tenantId }).lean();
  expect(events.map(({ envelope }) => envelope.subject)).not.toContain(doors[1]);
});

test('a silent door goes offline while its replaced key still works', async () => {
  const id = await addSeen(100_000);
  const path = `/api/admin/access-points/${id}/controller-key`;
  const sent = { as: caller, body: { gracePeriodSeconds: 3600 } };
  const { body } = await admin.call<{ controllerKey: { id: string } }>('POST', path, sent);
  await AccessPointModel.updateOne({ _id: id, tenantId }, { $set: { reportedBy: body.controllerKey.id } });
  await admin.call('POST', path, sent);
  expect(await markDoorsOffline.apply(workContext(worker, tenantId), id)).toBe(true);
  expect(await AccessPointModel.findOne({ _id: id, tenantId }).lean()).toMatchObject({ online: false });
});

test('a door with a recent report stays online', async () => {
  const door = await addSeen(100_000);
  await AccessPointModel.updateOne({ _id: door, tenantId }, { $set: { lastSeenAt: new Date() } });
  expect(await markDoorsOffline.apply(workContext(worker, tenantId), door)).toBe(false);
  expect(await AccessPointModel.findOne({ _id: door, tenantId }).lean()).toMatchObject({ online: true });
});
