import { newId } from '@pas/shared/ids/id';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { DeviceModel } from '@pas/shared/models/device';
import { InviteModel } from '@pas/shared/models/invite';
import { newUnit } from '@pas/shared/models/new-unit';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import type { Principal } from '@pas/shared/principal/principal';
import { deviceRow, inviteRow, residenceIn, userRow } from '@pas/testing/rows';
import { virtualNumberRow } from '@pas/testing/virtual-number-row';
import { expect, test } from 'vitest';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { accessPointRow } from './building-rows.ts';
import { countStatements } from './count-statements.ts';

const admin = await startAdmin();

type Check = { name: string; ok: boolean; fix: string | null };
type OfUnit = { readiness: { ready: boolean; checks: Check[] } };
type OfProperty = {
  readiness: {
    units: number;
    ready: number;
    problems: { unitId: string; label: string; checks: Check[] }[];
    causes: { checks: Check[]; units: number; unitIds: string[] | null }[];
    total: number;
    limit: number;
    offset: number;
  };
};

/** Adds a property with a number, a door and units; every second unit is ready. */
async function addBuilding(unitCount: number) {
  const caller = await newTenantCaller();
  const tenantId = caller.tenantId ?? '';
  const property = await addProperty(admin, caller);
  const ctx = { tenantId, now: new Date() };
  const units = Array.from({ length: unitCount }, (_, n) =>
    newUnit(ctx, { propertyId: property.id, label: String(n + 1), dialCode: String(n + 1) }),
  );
  const lived = units.filter((_, n) => n % 2 === 0);
  const users = lived.map((unit) =>
    userRow(tenantId, { residences: [residenceIn({ id: unit._id, propertyId: property.id }, null)] }),
  );
  const door = accessPointRow(tenantId, { propertyId: property.id, kind: 'DOOR', online: true });
  const number = { status: 'ASSIGNED' as const, propertyId: property.id, accessPointId: door._id };
  await AccessPointModel.insertMany([door]);
  await VirtualNumberModel.insertMany([virtualNumberRow(tenantId, number)]);
  await UnitModel.insertMany(units);
  await UserModel.insertMany(users);
  await DeviceModel.insertMany(users.map(({ _id: userId }) => deviceRow(tenantId, { userId })));
  return { caller, tenantId, property, units, users };
}

const unitOf = (caller: Principal, id: string) =>
  admin.call<OfUnit>('GET', `/api/admin/units/${id}/readiness`, { as: caller });
const propertyOf = (caller: Principal, id: string, query = '') =>
  admin.call<OfProperty>('GET', `/api/admin/properties/${id}/readiness${query}`, { as: caller });
const bad = (checks: readonly Check[]) => checks.filter(({ ok }) => !ok).map(({ name }) => name);

test('a unit is ready with a number of the property, and each missing part is named', async () => {
  const { caller, tenantId, units, users } = await addBuilding(2);
  const [lived, empty] = units.map(({ _id }) => _id);
  const { status, body } = await unitOf(caller, lived ?? '');
  expect([status, body.readiness.ready, bad(body.readiness.checks)]).toEqual([200, true, ['phone']]);

  await InviteModel.insertMany([
    inviteRow({ _id: empty ?? '', tenantId, propertyId: units[1]?.propertyId ?? '' }),
  ]);
  const other = (await unitOf(caller, empty ?? '')).body.readiness;
  expect([other.ready, bad(other.checks)]).toEqual([false, ['residents', 'devices', 'phone', 'invite']]);

  await DeviceModel.updateMany({ tenantId }, { $set: { status: 'INVALID' } });
  await AccessPointModel.updateMany({ tenantId }, { $set: { online: false } });
  expect(bad((await unitOf(caller, lived ?? '')).body.readiness.checks)).toEqual([
    'devices',
    'phone',
    'door',
  ]);

  await UserModel.updateOne({ _id: users[0]?._id ?? '', tenantId }, { $set: { status: 'DISABLED' } });
  expect(bad((await unitOf(caller, lived ?? '')).body.readiness.checks)).toContain('residents');
});

test('a property of 2,000 units: counts, a page by label, and the statements of one with 2 units', async () => {
  const [large, small] = [await addBuilding(2000), await addBuilding(2)];
  const few = await countStatements(() => propertyOf(small.caller, small.property.id));
  const many = await countStatements(() => propertyOf(large.caller, large.property.id, '?limit=200'));
  const { units, ready, problems, total } = many.answer.body.readiness;
  expect([units, ready, problems.length, total]).toEqual([2000, 1000, 200, 1000]);
  expect(problems.slice(0, 3).map(({ label }) => label)).toEqual(['2', '4', '6']);
  expect(bad(problems[0]?.checks ?? [])).toEqual(problems[0]?.checks.map(({ name }) => name));
  // The reads of long lists continue in further batches of the same statement.
  expect(few.count).toBeLessThanOrEqual(7);
  expect(many.count - few.count).toBeLessThanOrEqual(4);
});

test('a cause names all units of 2,000 that fail for it, and pages continue after the first', async () => {
  const { caller, property, units: rows } = await addBuilding(2000);
  const unready = rows.filter((_, n) => n % 2 === 1).map(({ _id }) => _id);
  const asked = await propertyOf(caller, property.id, '?limit=2&offset=998&unitIds=true');
  const { causes, problems, total, limit, offset } = asked.body.readiness;
  expect([total, limit, offset, problems.map(({ label }) => label)]).toEqual([
    1000,
    2,
    998,
    ['1998', '2000'],
  ]);
  expect(causes.map(({ units }) => units)).toEqual([1000]);
  expect(causes[0]?.unitIds?.toSorted()).toEqual(unready.toSorted());
  expect(bad(causes[0]?.checks ?? [])).toEqual(['residents', 'devices', 'phone']);
});

test('causes come with the most frequent first, and without units unless they are asked for', async () => {
  const { caller, tenantId, property, units } = await addBuilding(6);
  const { _id, propertyId } = units[1] ?? { _id: '', propertyId: '' };
  await InviteModel.insertMany([inviteRow({ _id, tenantId, propertyId })]);
  const { causes } = (await propertyOf(caller, property.id)).body.readiness;
  expect(causes.map(({ checks, ...cause }) => ({ ...cause, bad: bad(checks) }))).toEqual([
    { units: 2, unitIds: null, bad: ['residents', 'devices', 'phone'] },
    { units: 1, unitIds: null, bad: ['residents', 'devices', 'phone', 'invite'] },
  ]);
});

test('404 beyond a restricted key’s properties, and for another tenant’s', async () => {
  const { caller, property, units } = await addBuilding(1);
  const restricted = { ...caller, propertyIds: [newId('property')] };
  for (const as of [restricted, await newTenantCaller()]) {
    expect((await propertyOf(as, property.id)).status).toBe(404);
    expect((await unitOf(as, units[0]?._id ?? '')).status).toBe(404);
  }
  const within = { ...caller, propertyIds: [property.id] };
  expect((await propertyOf(within, property.id)).status).toBe(200);
});
