import { newId } from '@pas/shared/ids/id';
import { AccessEventModel, type AccessEventRow } from '@pas/shared/models/access-event';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { CallModel, type CallRow } from '@pas/shared/models/call';
import { DoorAlarmModel, type DoorAlarmRow } from '@pas/shared/models/door-alarm';
import { newRow } from '@pas/shared/models/new-row';
import type { Principal } from '@pas/shared/principal/principal';
import { accessPassRow } from '@pas/testing/rows';
import { beforeAll, describe, expect, test } from 'vitest';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { accessEventRow, callRow } from './building-rows.ts';
import { addAccessPoint } from './building-support.ts';
import { sealOutbox } from './seal-outbox.ts';

const admin = await startAdmin();

interface Entry {
  id: string;
  kind: string;
  result: string | null;
  accessPointId: string | null;
  pass: object | null;
}
interface Page {
  activity: Entry[];
  nextCursor: string | null;
}

const read = async (as: Principal, query = ''): Promise<Page> => {
  const { status, body } = await admin.call<Page>('GET', `/api/admin/activity?${query}`, { as });
  expect(status).toBe(200);
  return body;
};
const idsOf = async (as: Principal, query = ''): Promise<string[]> =>
  (await read(as, query)).activity.map(({ id }) => id);

const minute = (n: number): Date => new Date(Date.UTC(2026, 4, 1, 10, n));

/** The rows of a tenant with one entry of each kind a minute, the oldest first. */
interface Scene {
  caller: Principal;
  propertyId: string;
  doorId: string;
  userId: string;
  granted: AccessEventRow;
  call: CallRow;
  alarm: DoorAlarmRow;
  denied: AccessEventRow;
}

function newAlarm(
  tenantId: string,
  fields: Pick<DoorAlarmRow, 'propertyId' | 'accessPointId'>,
): DoorAlarmRow {
  const row = newRow({ tenantId, now: new Date() }, 'doorAlarm');
  return { ...row, ...fields, alarm: 'FORCED', sourceKey: row._id, occurredAt: minute(3) };
}

async function addScene(): Promise<Scene> {
  const caller = await newTenantCaller();
  const tenantId = caller.tenantId ?? '';
  const [propertyId, doorId, userId] = [newId('property'), newId('accessPoint'), newId('user')];
  const place = { propertyId, accessPointId: doorId };
  const subject = { type: 'RESIDENT' as const, id: userId };
  const granted = accessEventRow(tenantId, { ...place, subject, occurredAt: minute(1) });
  const leg = { userId, toNumber: null, status: 'NO_ANSWER' as const, reason: null, pushed: false };
  const times = { startedAt: minute(2), answeredAt: null, endedAt: null };
  const call = callRow(tenantId, {
    propertyId,
    outcome: 'NO_ANSWER',
    startedAt: minute(2),
    legs: [{ ...leg, ...times }],
  });
  const alarm = newAlarm(tenantId, place);
  const denied = accessEventRow(tenantId, {
    ...place,
    subject: { type: 'VISITOR', id: null },
    decision: 'DENIED',
    reason: 'pin_unknown',
    method: 'PIN',
    occurredAt: minute(4),
  });
  await AccessEventModel.insertMany([granted, denied]);
  await CallModel.insertMany([call]);
  await DoorAlarmModel.insertMany([alarm]);
  return { caller, propertyId, doorId, userId, granted, call, alarm, denied };
}

describe('GET /api/admin/activity', () => {
  let scene: Scene;
  let newestFirst: string[];
  beforeAll(async () => {
    scene = await addScene();
    newestFirst = [scene.denied, scene.alarm, scene.call, scene.granted].map(({ _id }) => _id);
  });

  test('200 merges events, calls and alarms, the newest first, each with its entity', async () => {
    const { activity, nextCursor } = await read(scene.caller);
    expect(activity.map(({ id }) => id)).toEqual(newestFirst);
    expect(nextCursor).toBeNull();
    expect(activity).toMatchObject([
      { kind: 'ACCESS', result: 'FAILURE', accessEvent: { reason: 'pin_unknown' }, call: null },
      { kind: 'ALARM', result: 'FAILURE', alarm: { alarm: 'FORCED' }, accessPointId: scene.doorId },
      { kind: 'CALL', result: 'FAILURE', call: { outcome: 'NO_ANSWER' }, accessPointId: null },
      { kind: 'ACCESS', result: 'SUCCESS', accessEvent: { subject: { id: scene.userId } } },
    ]);
  });

  test('a walk by the cursor shows each entry once', async () => {
    const walked: string[] = [];
    let before = '';
    do {
      const page = await read(scene.caller, `limit=1${before}`);
      walked.push(...page.activity.map(({ id }) => id));
      before = page.nextCursor === null ? '' : `&before=${page.nextCursor}`;
    } while (before !== '');
    expect(walked).toEqual(newestFirst);
  });

  test('entries of the same moment are walked by their ids', async () => {
    const caller = await newTenantCaller();
    const fields = { propertyId: newId('property'), occurredAt: minute(1) };
    const rows = Array.from({ length: 5 }, () => accessEventRow(caller.tenantId ?? '', fields));
    await AccessEventModel.insertMany(rows);
    const first = await read(caller, 'limit=2');
    const second = await idsOf(caller, `before=${first.nextCursor}`);
    const all = [...first.activity.map(({ id }) => id), ...second];
    expect(all).toEqual(
      rows
        .map(({ _id }) => _id)
        .toSorted()
        .toReversed(),
    );
  });

  test('each filter selects the entries that it concerns', async () => {
    const { caller, doorId, userId, granted, call, alarm, denied } = scene;
    const found = await Promise.all(
      [
        `accessPointId=${doorId}`,
        `userId=${userId}`,
        'kind=ALARM',
        'result=SUCCESS',
        'result=FAILURE&kind=ACCESS',
        `from=${minute(2).toISOString()}&to=${minute(4).toISOString()}`,
        `propertyId=${newId('property')}`,
      ].map((query) => idsOf(caller, query)),
    );
    expect(found).toEqual([
      [denied._id, alarm._id, granted._id],
      [call._id, granted._id],
      [alarm._id],
      [granted._id],
      [denied._id],
      [alarm._id, call._id],
      [],
    ]);
  });

  test('a caller sees only the kinds of its scopes, and only its properties', async () => {
    const scopes = ['access-events:read'];
    expect(await idsOf({ ...scene.caller, scopes })).toEqual(
      [scene.denied, scene.alarm, scene.granted].map(({ _id }) => _id),
    );
    expect(await idsOf({ ...scene.caller, propertyIds: [newId('property')] })).toEqual([]);
    expect(await idsOf({ ...scene.caller, propertyIds: [scene.propertyId] })).toEqual(newestFirst);
  });

  test.each(['before=x', 'kind=DOOR', 'result=OK', 'limit=0', 'from=2026-01-01'])(
    '422 for ?%s',
    async (query) => {
      const path = `/api/admin/activity?${query}`;
      expect((await admin.call('GET', path, { as: scene.caller })).status).toBe(422);
    },
  );
});

test('a refused pass shows its kind and who revoked it, by the pass, the door and its resident', async () => {
  const caller = await newTenantCaller();
  const tenantId = caller.tenantId ?? '';
  const { id: propertyId } = await addProperty(admin, caller);
  const door = await addAccessPoint(admin, caller, { propertyId });
  const body = {
    propertyId,
    accessPointIds: [door.id],
    kind: 'VENDOR',
    holders: [{ name: 'Northside Plumbing' }],
    startsAt: '2026-01-01T00:00:00Z',
    endsAt: '2099-01-01T00:00:00Z',
  };
  const made = await admin.call<{ pass: { id: string } }>('POST', '/api/admin/passes', { as: caller, body });
  const passId = made.body.pass.id;
  await admin.call('DELETE', `/api/admin/passes/${passId}`, { as: caller });
  const visitor = { type: 'VISITOR' as const, id: null };
  const place = { propertyId, accessPointId: door.id, subject: visitor, method: 'PIN' as const };
  const refused = accessEventRow(tenantId, { ...place, passId, decision: 'DENIED', reason: 'pass_revoked' });
  const resident = newId('user');
  const guest = accessPassRow({ tenantId, propertyId }, [door.id], {
    createdBy: { type: 'RESIDENT', id: resident },
  });
  const used = accessEventRow(tenantId, { ...place, passId: guest._id, reason: 'pass_valid' });
  await AccessPassModel.insertMany([guest]);
  await AccessEventModel.insertMany([refused, used]);

  // The audit record of the revocation is not sealed yet.
  const ofPass = await read(caller, `passId=${passId}&kind=ACCESS`);
  expect(ofPass.activity).toMatchObject([
    {
      id: refused._id,
      accessEvent: { subject: { name: 'Northside Plumbing' } },
      pass: { id: passId, kind: 'VENDOR', revokedBy: caller.name, revokedAt: expect.any(String) as string },
    },
  ]);
  expect(await idsOf(caller, `accessPointId=${door.id}&kind=ACCESS&result=FAILURE`)).toEqual([refused._id]);
  expect(await idsOf(caller, `userId=${resident}&kind=ACCESS`)).toEqual([used._id]);
  await sealOutbox(tenantId);
  const changes = await read(caller, `passId=${passId}&kind=CHANGE`);
  expect(changes.activity).toMatchObject([
    { kind: 'CHANGE', result: 'SUCCESS', change: { action: 'access_pass.deleted' } },
    { kind: 'CHANGE', result: 'SUCCESS', change: { action: 'access_pass.created' } },
  ]);
});
