import { core } from '@pas/platform/mongo/connections';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { DeviceModel } from '@pas/shared/models/device';
import { newUnit } from '@pas/shared/models/new-unit';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import type { Principal } from '@pas/shared/principal/principal';
import { deviceRow, residenceIn, userRow } from '@pas/testing/rows';
import { virtualNumberRow } from '@pas/testing/virtual-number-row';
import { expect, test } from 'vitest';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { accessPointRow } from './building-rows.ts';

const admin = await startAdmin();

/** Adds a property with three units, of which one rings a resident, and with an online and an offline door. */
async function addBuilding(caller: Principal): Promise<string> {
  const tenantId = caller.tenantId ?? '';
  const { id: propertyId } = await addProperty(admin, caller);
  const ctx = { tenantId, now: new Date() };
  const units = ['1', '2', '3'].map((label) => newUnit(ctx, { propertyId, label, dialCode: label }));
  const [home] = units;
  const user = userRow(tenantId, { residences: [residenceIn({ id: home?._id ?? '', propertyId }, null)] });
  const doors = [true, false].map((online) => accessPointRow(tenantId, { propertyId, online }));
  const target = { propertyId, accessPointId: doors[0]?._id ?? '' };
  await UnitModel.insertMany(
    units.map((unit, n) => ({ ...unit, occupancy: n === 0 ? 'OCCUPIED' : 'VACANT' })),
  );
  await UserModel.insertMany([user]);
  await DeviceModel.insertMany([deviceRow(tenantId, { userId: user._id })]);
  await AccessPointModel.insertMany(doors);
  await VirtualNumberModel.insertMany([virtualNumberRow(tenantId, { status: 'ASSIGNED', ...target })]);
  return propertyId;
}

const path = '/api/admin/properties/summaries';
const read = async (as: Principal, query = '') => {
  const { status, body } = await admin.call<{ propertySummaries: object[]; total: number }>(
    'GET',
    `${path}${query}`,
    { as },
  );
  expect(status).toBe(200);
  return body;
};

test('200 counts units, occupancy, silent doors and units that ring, for the requested properties', async () => {
  const caller = await newTenantCaller();
  const [first, second] = [await addBuilding(caller), await addBuilding(caller)];
  const empty = (await addProperty(admin, caller)).id;
  const figures = {
    units: { total: 3, occupied: 1, vacant: 2 },
    accessPoints: { total: 2, offline: 1 },
    ready: 1,
  };
  const found = await read(caller, `?ids=${first},${empty}&sort=createdAt`);
  expect(found).toEqual({
    propertySummaries: [
      { propertyId: first, ...figures },
      {
        propertyId: empty,
        units: { total: 0, occupied: 0, vacant: 0 },
        accessPoints: { total: 0, offline: 0 },
        ready: 0,
      },
    ],
    total: 2,
    limit: 50,
    offset: 0,
  });
  const restricted = { ...caller, propertyIds: [second] };
  expect((await read(restricted)).propertySummaries).toEqual([{ propertyId: second, ...figures }]);
  const readiness = await admin.call('GET', `/api/admin/properties/${first}/readiness`, { as: caller });
  expect(readiness.body).toMatchObject({ readiness: { ready: figures.ready } });
});

/** Counts the statements that read the summaries of properties. */
async function countStatements(caller: Principal, ids: readonly string[]): Promise<number> {
  let count = 0;
  const note = (): void => {
    count += 1;
  };
  const client = core.getClient().on('commandStarted', note);
  await read(caller, `?ids=${ids.join(',')}`);
  client.off('commandStarted', note);
  return count;
}

test('four properties cost as many statements as one', async () => {
  const caller = await newTenantCaller();
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) ids.push(await addBuilding(caller));
  const one = await countStatements(caller, ids.slice(0, 1));
  expect(await countStatements(caller, ids)).toBe(one);
  expect(one).toBeLessThanOrEqual(12);
});

test('residents of a property without a number or an online door are not read', async () => {
  const caller = await newTenantCaller();
  const id = await addBuilding(caller);
  const working = await countStatements(caller, [id]);
  await AccessPointModel.updateMany({ tenantId: caller.tenantId ?? '', propertyId: id }, { online: false });
  expect(await countStatements(caller, [id])).toBeLessThan(working);
  expect((await read(caller, `?ids=${id}`)).propertySummaries).toMatchObject([{ ready: 0 }]);
});

test('a large property is checked once within 30 seconds, and its units are counted each time', async () => {
  const caller = await newTenantCaller();
  const tenantId = caller.tenantId ?? '';
  const id = await addBuilding(caller);
  const more = Array.from({ length: 500 }, (_, n) => String(n + 100));
  const rowOf = (label: string) =>
    newUnit({ tenantId, now: new Date() }, { propertyId: id, label, dialCode: label });
  await UnitModel.insertMany(more.map(rowOf));
  const first = await countStatements(caller, [id]);
  await UnitModel.insertMany([rowOf('9000')]);
  expect(await countStatements(caller, [id])).toBeLessThan(first);
  const { propertySummaries } = await read(caller, `?ids=${id}`);
  expect(propertySummaries).toMatchObject([{ ready: 1, units: { total: 504 } }]);
});
