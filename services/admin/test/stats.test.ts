import { core } from '@pas/platform/mongo/connections';
import { RowCountModel } from '@pas/platform/lists/row-count';
import { newId } from '@pas/shared/ids/id';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { CallModel } from '@pas/shared/models/call';
import { DeviceModel } from '@pas/shared/models/device';
import { InviteModel } from '@pas/shared/models/invite';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { virtualNumberRow } from '@pas/testing/virtual-number-row';
import { describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { deviceRow, inviteRow, residenceIn, userRow } from '@pas/testing/rows';
import { watchQueries } from '@pas/testing/query-plans/watch-queries';
import { accessEventRow, callRow } from './building-rows.ts';

const hourMs = 3_600_000;
const minusOne = { rows: -1, deletes: 0, moves: 0 };
const ago = (hours: number): Date => new Date(Date.now() - hours * hourMs);
const readStats = async (as = caller) =>
  (await admin.call<{ stats: object }>('GET', '/api/admin/stats', { as })).body.stats;
const noOutcome = {
  DOOR_OPENED: 0,
  ANSWERED: 0,
  NO_ANSWER: 0,
  BUSY: 0,
  ABANDONED: 0,
  NO_TARGET: 0,
  ERROR: 0,
};

/** Adds rows of one property, and rows without a property or too old. */
async function addRows(tenantId: string, unit: { id: string; propertyId: string }): Promise<void> {
  const at = { propertyId: unit.propertyId };
  await CallModel.insertMany([
    callRow(tenantId, { ...at, outcome: 'DOOR_OPENED', startedAt: ago(1) }),
    callRow(tenantId, { ...at, outcome: 'DOOR_OPENED', startedAt: ago(23) }),
    callRow(tenantId, { ...at, outcome: null, status: 'RINGING', startedAt: ago(0) }),
    callRow(tenantId, { ...at, outcome: 'BUSY', startedAt: ago(25) }),
    callRow(tenantId, { outcome: 'NO_TARGET', startedAt: ago(2) }),
  ]);
  await AccessEventModel.insertMany([
    accessEventRow(tenantId, { ...at, occurredAt: ago(3) }),
    accessEventRow(tenantId, { ...at, occurredAt: ago(4), decision: 'DENIED' }),
    accessEventRow(tenantId, { ...at, occurredAt: ago(30) }),
    accessEventRow(tenantId, { propertyId: 'prop_elsewhere', occurredAt: ago(5) }),
  ]);
  const resident = userRow(tenantId, { residences: [residenceIn(unit)] });
  await UserModel.insertMany([resident]);
  await DeviceModel.insertMany([
    deviceRow(tenantId, { userId: resident._id }),
    deviceRow(tenantId, { userId: resident._id, status: 'STALE' }),
    deviceRow(tenantId),
    deviceRow(tenantId, { isLive: false, status: 'REVOKED' }),
  ]);
  await VirtualNumberModel.insertMany([
    virtualNumberRow(tenantId, { ...at, status: 'ASSIGNED' }),
    virtualNumberRow(tenantId),
    virtualNumberRow(tenantId, { status: 'QUARANTINED', quarantineUntil: ago(1) }),
    virtualNumberRow(tenantId, { status: 'QUARANTINED', quarantineUntil: ago(-1) }),
    virtualNumberRow(tenantId, { status: 'RETIRED', isInService: false }),
  ]);
}

const admin = await startAdmin();
const caller = await newTenantCaller();
const unit = await addUnit(admin, caller, (await addProperty(admin, caller)).id);
const propertyId = unit.propertyId;
await addRows(caller.tenantId ?? '', unit);

describe('GET /api/admin/stats', () => {
  test('200 counts calls and decisions of the last day, reachable devices and numbers', async () => {
    expect(await readStats()).toMatchObject({
      calls: { last24h: 4, byOutcome: { ...noOutcome, DOOR_OPENED: 2, NO_TARGET: 1 } },
      access: { granted24h: 2, denied24h: 1 },
      devices: { active: 2 },
      virtualNumbers: { available: 2, assigned: 1 },
    });
  });

  test('a restricted key counts rows of its properties', async () => {
    expect(await readStats({ ...caller, propertyIds: [propertyId] })).toMatchObject({
      calls: { last24h: 3, byOutcome: { ...noOutcome, DOOR_OPENED: 2 } },
      access: { granted24h: 1, denied24h: 1 },
      devices: { active: 1 },
      virtualNumbers: { available: 0, assigned: 1 },
    });
  });

  test('another tenant counts none of them', async () => {
    expect(await readStats(await newTenantCaller())).toMatchObject({
      calls: { last24h: 0, byOutcome: noOutcome },
      access: { granted24h: 0, denied24h: 0 },
      devices: { active: 0 },
      virtualNumbers: { available: 0, assigned: 0 },
    });
  });
});

test('200 while rows are added between the counts of a whole and of its part', async () => {
  const growing = await newTenantCaller();
  const tenantId = growing.tenantId ?? '';
  const { id, propertyId: at } = await addUnit(admin, growing, (await addProperty(admin, growing)).id);
  await UnitModel.updateOne({ _id: id, tenantId }, { $set: { occupancy: 'OCCUPIED' } });
  await InviteModel.insertMany([inviteRow({ _id: id, tenantId, propertyId: at })]);
  await readStats(growing);
  // The stored numbers are those of a moment ago.
  for (const rowsOf of ['units', 'invites'])
    await RowCountModel.create({ _id: newId('event'), tenantId, rowsOf, isBase: false, ...minusOne });
  const { status, body } = await admin.call('GET', '/api/admin/stats', { as: growing });
  expect([status, body]).toMatchObject([
    200,
    {
      stats: {
        units: { total: 1, occupied: 1, vacant: 0 },
        invites: { pending: 1, accepted: 0, expired: 0, acceptanceRate: null },
      },
    },
  ]);
});

describe('the figures of a tenant with 20,000 units', () => {
  /** Makes a tenant with a large cached number of units, and one stored unit. */
  async function newLargeTenant() {
    const large = await newTenantCaller();
    const { id } = await addProperty(admin, large);
    await addUnit(admin, large, id);
    const of = { tenantId: large.tenantId ?? '', rowsOf: 'units' };
    const base = `${of.tenantId}|units`;
    await RowCountModel.create({ _id: base, ...of, isBase: true, rows: 20_000, deletes: 0, moves: 0 });
    return large;
  }

  test('are counted once for fifty concurrent requests', async () => {
    const large = await newLargeTenant();
    const watch = watchQueries([core]);
    const queries = await watch.during(async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, async () => readStats(large)));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    });
    watch.stop();
    expect(queries.filter(({ collection }) => collection === 'calls')).toHaveLength(1);
  });

  test('are cached per reach of the caller', async () => {
    const large = await newLargeTenant();
    const whole = await readStats(large);
    const none = { ...large, propertyIds: [newId('property')] };
    expect(whole).toMatchObject({ properties: 1 });
    expect(await readStats(none)).toMatchObject({ properties: 0 });
    await addProperty(admin, large, 'Another house');
    expect(await readStats(large)).toEqual(whole);
  });
});
