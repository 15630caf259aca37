import { OutboxModel } from '@pas/platform/events/outbox';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { accessPointRow } from '@pas/testing/rows';
import { expect, test } from 'vitest';
import { addDoor, controllerOf, newHome, startCoreMobile } from './core-mobile-harness.ts';

const service = await startCoreMobile();

const report = (doors: AccessPointRow[], as = controllerOf(doors[0] as AccessPointRow)) =>
  service.call('POST', '/access/heartbeat', { as, body: { accessPointIds: doors.map(({ _id }) => _id) } });
const load = ({ _id, tenantId }: AccessPointRow) =>
  AccessPointModel.findOne({ _id, tenantId }).lean<AccessPointRow>();
const eventsOf = async ({ tenantId }: AccessPointRow) =>
  (await OutboxModel.find({ tenantId }).lean()).map(({ envelope }) => [envelope.type, envelope.subject]);
const longAgo = new Date(Date.now() - 60_000);

test('204 sets a door online, with one event for ten concurrent reports', async () => {
  const door = await addDoor(newHome(), { online: false });
  const answers = await Promise.all(Array.from({ length: 10 }, () => report([door])));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
  const stored = await load(door);
  expect(stored).toMatchObject({ online: true, version: 2 });
  expect(Date.now() - (stored?.lastSeenAt?.getTime() ?? 0)).toBeLessThan(60_000);
  expect(await eventsOf(door)).toEqual([['pas.v1.access.point.online', door._id]]);
});

test('a hundred doors that come online publish one event each for ten concurrent reports', async () => {
  const home = newHome();
  const doors = Array.from({ length: 100 }, () => accessPointRow(home, { online: false }));
  await AccessPointModel.insertMany(doors);
  const answers = await Promise.all(Array.from({ length: 10 }, () => report(doors)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
  const events = await eventsOf(doors[0] as AccessPointRow);
  expect(new Set(events.map(([, subject]) => subject)).size).toBe(100);
  expect(events).toHaveLength(100);
  const back = { tenantId: home.tenantId, online: true, version: 2 };
  expect(await AccessPointModel.countDocuments(back)).toBe(100);
});

test('a report for an online door stores only the time, without a new version or event', async () => {
  const door = await addDoor(newHome(), { online: true, lastSeenAt: longAgo });
  await report([door]);
  const stored = await load(door);
  expect([stored?.version, (stored?.lastSeenAt ?? longAgo) > longAgo]).toEqual([1, true]);
  expect(await eventsOf(door)).toEqual([]);
});

test('the first report sets a door online, with an event, and stores the key that reports', async () => {
  const door = await addDoor(newHome(), { online: null });
  const key = controllerOf(door);
  await report([door], key);
  expect(await load(door)).toMatchObject({ online: true, version: 2, reportedBy: key.id });
  expect(await eventsOf(door)).toEqual([['pas.v1.access.point.online', door._id]]);
  const newKey = controllerOf(door);
  await report([door], newKey);
  expect(await load(door)).toMatchObject({ version: 2, reportedBy: newKey.id });
});

test('404 when a door is in another property, and nothing is stored', async () => {
  const home = newHome();
  const door = await addDoor(home, { online: false });
  const foreign = await addDoor(newHome({ tenantId: home.tenantId }), { online: false });
  expect((await report([door, foreign])).status).toBe(404);
  expect(await load(door)).toMatchObject({ online: false, lastSeenAt: null });
});

test('a deleted door is ignored and the others come online; 404 when all are deleted', async () => {
  const home = newHome();
  const deleted = await addDoor(home, { online: false, isLive: false, deletedAt: longAgo });
  const doors = [await addDoor(home, { online: false }), deleted, await addDoor(home, { online: true })];
  expect((await report(doors)).status).toBe(204);
  expect(await load(doors[0] as AccessPointRow)).toMatchObject({ online: true });
  expect((await load(doors[2] as AccessPointRow))?.lastSeenAt).not.toBeNull();
  expect(await load(deleted)).toMatchObject({ online: false, lastSeenAt: null, version: 1 });
  expect((await report([deleted])).status).toBe(404);
});
