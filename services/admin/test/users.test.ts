import { newId } from '@pas/shared/ids/id';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeAll, describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { residenceIn, userRow } from '@pas/testing/rows';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const property = await addProperty(admin, caller);
const unit = await addUnit(admin, caller, property.id);
const resident = userRow(tenantId, {
  email: 'jordan@example.test',
  emailKey: 'jordan@example.test',
  firstName: 'Jordan',
  lastName: 'Reyes',
  residences: [residenceIn(unit)],
});
const guest = userRow(tenantId, { firstName: 'Alex', status: 'INVITED' });
await UserModel.insertMany([resident, guest]);

const list = (query: string, as = caller) =>
  admin.call<{ users: { id: string }[]; total: number }>('GET', `/api/admin/users${query}`, { as });

describe('GET /api/admin/users', () => {
  test.each([
    ['?q=rey', 1],
    ['?q=JORDAN@', 1],
    ['?status=INVITED', 1],
    ['?kind=STAFF', 0],
    ['', 2],
  ])('200 filters by %s', async (query, total) => {
    expect((await list(query)).body.total).toBe(total);
  });

  test('200 filters by unit and by property', async () => {
    const [residence] = resident.residences;
    expect((await list(`?unitId=${residence?.unitId}`)).body.users).toMatchObject([{ id: resident._id }]);
    expect((await list(`?propertyId=${residence?.propertyId}`)).body.users).toMatchObject([
      { id: resident._id },
    ]);
  });

  test('200 combines phone digits with unit or property, also for a restricted key', async () => {
    const home = await addUnit(admin, caller, property.id, 'Shared 1');
    const phone = '+12125550177';
    const residences = [residenceIn(home)];
    const called = userRow(tenantId, { phone, residences });
    await UserModel.insertMany([called, userRow(tenantId, { residences })]);
    const as = { ...caller, propertyIds: [property.id] };
    const q = `q=${encodeURIComponent('(212) 555-01')}`;
    for (const answer of [
      await list(`?${q}&unitId=${home.id}`),
      await list(`?${q}&propertyId=${property.id}`),
      await list(`?${q}`, as),
    ])
      expect(answer.body.users).toMatchObject([{ id: called._id }]);
    expect((await list(`?${q.replace('212', '213')}&unitId=${home.id}`)).body.total).toBe(0);
    await UserModel.deleteMany({ tenantId, residences: { $elemMatch: { unitId: home.id } } });
    await admin.call('DELETE', `/api/admin/units/${home.id}`, { as: caller });
  });

  test('a restricted key sees residents of its properties', async () => {
    const as = { ...caller, propertyIds: [resident.residences[0]?.propertyId ?? ''] };
    expect((await list('', as)).body.users).toMatchObject([{ id: resident._id }]);
  });
});

describe('GET /api/admin/users/{id}', () => {
  test('200 shows residences, and no credentials', async () => {
    const answer = await admin.call<{ user: Record<string, unknown> }>(
      'GET',
      `/api/admin/users/${resident._id}`,
      {
        as: caller,
      },
    );
    expect(answer.body.user).toMatchObject({
      email: 'jordan@example.test',
      residences: [{ role: 'PRIMARY', startsAt: '2026-01-01T00:00:00.000Z', endsAt: null }],
    });
    expect(Object.keys(answer.body.user)).not.toContain('accountId');
  });

  test('404 for a key that is restricted to other properties', async () => {
    const as = { ...caller, propertyIds: [newId('property')] };
    expect((await admin.call('GET', `/api/admin/users/${resident._id}`, { as })).status).toBe(404);
  });
});

describe('a person who has lived in two properties', () => {
  const elsewhere = { id: newId('unit'), propertyId: newId('property') };
  let mover: UserRow;
  let restricted: Principal;

  beforeAll(async () => {
    const residences = [residenceIn(unit), residenceIn(elsewhere)];
    mover = userRow(caller.tenantId ?? '', { kind: 'STAFF', residences });
    await UserModel.insertMany([mover]);
    restricted = { ...caller, propertyIds: [unit.propertyId] };
  });

  test('is not found by the unit of a property that the key may not read', async () => {
    const path = `/api/admin/users?unitId=${elsewhere.id}`;
    expect((await admin.call('GET', path, { as: caller })).body).toMatchObject({ total: 1 });
    expect((await admin.call('GET', path, { as: restricted })).body).toMatchObject({ total: 0 });
    const both = `/api/admin/users?unitId=${unit.id}&propertyId=${elsewhere.propertyId}`;
    expect((await admin.call('GET', both, { as: caller })).body).toMatchObject({ total: 0 });
  });

  test('is shown to a restricted key with only the residences there', async () => {
    type Answer = { user: { residences: { propertyId: string }[] } };
    const path = `/api/admin/users/${mover._id}`;
    const { body } = await admin.call<Answer>('GET', path, { as: restricted });
    expect(body.user.residences.map(({ propertyId }) => propertyId)).toEqual([unit.propertyId]);
    expect((await admin.call<Answer>('GET', path, { as: caller })).body.user.residences).toHaveLength(2);
  });
});

describe('GET /api/admin/stats', () => {
  test('200 counts existing rows, and answers zero for others', async () => {
    const { body } = await admin.call('GET', '/api/admin/stats', { as: caller });
    expect(body).toMatchObject({
      stats: {
        properties: 1,
        units: { total: 1, occupied: 0, vacant: 1 },
        residents: { active: 1, invited: 1 },
        invites: { pending: 0, accepted: 0, expired: 0, acceptanceRate: null, medianHoursToAccept: null },
        calls: { last24h: 0, byOutcome: {} },
        environment: 'TEST',
      },
    });
  });

  test('a restricted key counts only its properties', async () => {
    const as = { ...caller, propertyIds: [newId('property')] };
    const { body } = await admin.call('GET', '/api/admin/stats', { as });
    expect(body).toMatchObject({ stats: { properties: 0, units: { total: 0 }, residents: { active: 0 } } });
  });
});
