import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { residenceIn, unitRow, userRow } from '@pas/testing/rows';
import { describe, expect, test } from 'vitest';
import {
  addDoor,
  addPass,
  addResident,
  controllerOf,
  newHome,
  startCoreMobile,
} from './core-mobile-harness.ts';

const service = await startCoreMobile();

interface Answer {
  accepted: number;
  duplicates: number;
  rejected: { id: string; code: string }[];
  errors?: { path: string }[];
}

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const hour = 3_600_000;

const report = (door: AccessPointRow, events: object[]) =>
  service.call<Answer>('POST', '/access/events', { as: controllerOf(door), body: { events } });
const decision = (door: AccessPointRow, id: string, fields = {}) => ({
  id,
  accessPointId: door._id,
  decision: 'GRANTED',
  method: 'PIN',
  occurredAt: ago(hour),
  ...fields,
});
const eventsAt = ({ _id, tenantId }: AccessPointRow) =>
  AccessEventModel.find({ tenantId, accessPointId: _id }).sort({ sourceKey: 1 }).lean();
const published = async ({ _id }: AccessPointRow) =>
  (await OutboxModel.find({ 'envelope.subject': _id }).lean()).map(({ subject }) => subject).toSorted();

test('an event is a report: its door comes online, and other doors of the property stay as they are', async () => {
  const home = newHome();
  const [door, other] = [await addDoor(home, { online: null }), await addDoor(home, { online: null })];
  const alarm = { id: 'a', accessPointId: door._id, alarm: 'HELD', occurredAt: ago(hour) };
  expect((await report(door, [alarm])).status).toBe(202);
  const onlineOf = async ({ _id, tenantId }: AccessPointRow) =>
    (await AccessPointModel.findOne({ _id, tenantId }).lean())?.online;
  expect([await onlineOf(door), await onlineOf(other)]).toEqual([true, null]);
  expect(await published(door)).toEqual(['pas.v1.access.point.held', 'pas.v1.access.point.online']);
});

describe('POST /access/events', () => {
  test('202 records decisions at their own time and counts uses; alarms are published', async () => {
    const home = newHome();
    const door = await addDoor(home);
    const pass = await addPass(await addResident(home), door._id, { maxUses: 1 });
    const at = ago(48 * hour);
    const events = [
      decision(door, 'a', { occurredAt: at, passId: pass._id }),
      decision(door, 'b', { occurredAt: at, decision: 'DENIED' }),
      decision(door, 'c', { passId: pass._id }),
      { id: 'd', accessPointId: door._id, alarm: 'HELD', occurredAt: at },
      { id: 'e', accessPointId: door._id, alarm: 'FORCED', occurredAt: at },
    ];
    const { status, body } = await report(door, events);
    expect([status, body]).toEqual([202, { accepted: 5, duplicates: 0, rejected: [] }]);
    const [first, ...others] = await eventsAt(door);
    expect(first).toMatchObject({
      decision: 'GRANTED',
      method: 'PIN',
      reason: 'controller_decided',
      passId: pass._id,
      confirmed: null,
      occurredAt: new Date(at),
    });
    expect(Date.now() - (first?.createdAt.getTime() ?? 0)).toBeLessThan(hour);
    expect(others.map((event) => event.decision)).toEqual(['DENIED', 'GRANTED']);
    expect(await published(door)).toEqual([
      'pas.v1.access.point.denied',
      'pas.v1.access.point.forced',
      'pas.v1.access.point.granted',
      'pas.v1.access.point.granted',
      'pas.v1.access.point.held',
    ]);
    const { _id, tenantId } = pass;
    expect(await AccessPassModel.findOne({ _id, tenantId }).lean()).toMatchObject({ uses: 2 });
  });

  test('ten concurrent copies of a report with a repeated event record each event once', async () => {
    const door = await addDoor(newHome());
    const alarm = { id: 'x', accessPointId: door._id, alarm: 'HELD', occurredAt: ago(hour) };
    const events = [...Array.from({ length: 20 }, (_, index) => decision(door, `n${index}`)), alarm, alarm];
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(door, events)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    const sums = answers.map(({ body }) => [body.accepted, body.duplicates]);
    expect(sums.filter(([accepted]) => accepted === 21)).toEqual([[21, 1]]);
    expect(sums.filter(([accepted]) => accepted === 0)).toHaveLength(9);
    expect(await eventsAt(door)).toHaveLength(20);
    expect(await published(door)).toHaveLength(21);
  });

  test('ten concurrent reports with the same passes count every use', async () => {
    const home = newHome();
    const door = await addDoor(home);
    const resident = await addResident(home);
    const passes = await Promise.all(Array.from({ length: 3 }, () => addPass(resident, door._id)));
    const reports = Array.from({ length: 10 }, (_, index) =>
      passes.map(({ _id: passId }) => decision(door, `${index}-${passId}`, { passId })),
    );
    const answers = await Promise.all(reports.map((events) => report(door, events)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    const counted = await AccessPassModel.find({ tenantId: home.tenantId }).lean();
    expect(counted.map(({ uses }) => uses)).toEqual([10, 10, 10]);
  });

  test('rejects invalid events by their ids, and records the others', async () => {
    const home = newHome();
    const door = await addDoor(home);
    const elsewhere = await addDoor({ ...home, propertyId: newId('property') });
    const stranger = newHome();
    const foreign = await addDoor(stranger);
    const foreignPass = await addPass(await addResident(stranger), foreign._id);
    const { status, body } = await report(door, [
      decision(elsewhere, 'elsewhere'),
      decision(foreign, 'foreign'),
      decision(door, 'nowhere', { accessPointId: 'door_x' }),
      decision(door, 'pass', { passId: foreignPass._id }),
      decision(door, 'old', { occurredAt: ago(31 * 24 * hour) }),
      decision(door, 'ahead', { occurredAt: ago(-hour) }),
      decision(door, 'taken'),
    ]);
    expect([status, body.accepted]).toEqual([202, 1]);
    expect(body.rejected).toEqual([
      { id: 'elsewhere', code: 'door_not_found' },
      { id: 'foreign', code: 'door_not_found' },
      { id: 'nowhere', code: 'door_not_found' },
      { id: 'pass', code: 'pass_not_found' },
      { id: 'old', code: 'too_old' },
      { id: 'ahead', code: 'in_future' },
    ]);
    expect([await eventsAt(elsewhere), await eventsAt(foreign)]).toEqual([[], []]);
  });

  test('five hundred events are accepted in a report, one more is 422', async () => {
    const door = await addDoor(newHome());
    const events = Array.from({ length: 501 }, (_, index) => decision(door, `n${index}`));
    expect(await report(door, events)).toMatchObject({ status: 422, body: { errors: [{ path: 'events' }] } });
    expect(await report(door, events.slice(1))).toMatchObject({ status: 202, body: { accepted: 500 } });
  });

  test.each<[string, object]>([
    ['neither decision nor alarm', { decision: undefined, method: undefined }],
    ['both', { alarm: 'HELD' }],
    ['a decision without its method', { method: undefined }],
  ])('422 for %s', async (_what, fields) => {
    const door = await addDoor(newHome());
    const answer = await report(door, [decision(door, 'a', fields)]);
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'events.0.decision' }] } });
  });
});

describe('GET /access/directory', () => {
  test('shows residents as they chose, by unit, with the dial code of the unit', async () => {
    const home = newHome();
    const codes = [
      ['4B', '000'],
      ['4C', '001'],
      ['12', '12'],
    ] as const;
    const units = codes.map(([label, dialCode]) =>
      unitRow(home.tenantId, { propertyId: home.propertyId, label, labelKey: label, dialCode }),
    );
    await UnitModel.insertMany(units);
    const live = (index: number, fields: object) =>
      addResident({ ...home, unitId: units[index]?._id ?? '' }, fields);
    await live(2, { firstName: 'Jordan', lastName: 'Lee', directory: 'NAME' });
    await live(0, { firstName: 'Ana', lastName: 'Ruiz', directory: 'INITIALS' });
    await live(1, { firstName: 'Kim', lastName: 'Vance', directory: 'HIDDEN' });
    await live(1, { firstName: 'Max', lastName: 'Old', directory: null });
    await live(1, { firstName: 'Eva', lastName: 'Gone', directory: 'NAME', endsAt: new Date() });
    await live(1, { firstName: 'Bob', lastName: 'Off', directory: 'NAME', status: 'DISABLED' });
    await addResident(newHome({ tenantId: home.tenantId }), { firstName: 'Far', directory: 'NAME' });
    const read = (query = '') => service.call('GET', `/access/directory${query}`, { as: controllerOf(home) });
    expect(await read()).toMatchObject({
      status: 200,
      body: {
        directory: [
          { label: '4B', displayName: 'A. R.', dialCode: '000' },
          { label: '12', displayName: 'Jordan Lee', dialCode: '12' },
        ],
        total: 2,
        limit: 50,
        offset: 0,
      },
    });
    expect((await read('?sort=-label')).body).toMatchObject({
      directory: [{ label: '12' }, { label: '4B' }],
    });
    expect((await read('?limit=1&offset=1')).body).toMatchObject({ directory: [{ label: '12' }], total: 2 });
  });

  test('shows all homes of more residents than one read of units holds', async () => {
    const home = newHome();
    const labels = Array.from({ length: 501 }, (_, number) => `A${number + 1}`);
    const units = labels.map((label, index) =>
      unitRow(home.tenantId, {
        propertyId: home.propertyId,
        label,
        labelKey: label,
        dialCode: `0${index + 10}`,
      }),
    );
    await UnitModel.insertMany(units);
    const people = units.map(({ _id }) =>
      userRow(home.tenantId, {
        firstName: 'Ana',
        directory: 'NAME',
        residences: [residenceIn({ id: _id, propertyId: home.propertyId })],
      }),
    );
    await UserModel.insertMany(people);
    const read = service.call('GET', '/access/directory?limit=1&offset=500', { as: controllerOf(home) });
    expect((await read).body).toMatchObject({
      directory: [{ label: 'A501', dialCode: '0510' }],
      total: 501,
    });
  });
});
