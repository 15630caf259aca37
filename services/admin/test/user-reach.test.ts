import { UserModel } from '@pas/shared/models/user';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeAll, describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addHome, addUser, recordsOf, type UserAnswer } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();

describe('a key restricted to one of the properties where a person lives', () => {
  let id: string;
  let restricted: Principal;
  const patch = (body: object) =>
    admin.call<UserAnswer>('PATCH', `/api/admin/users/${id}`, { as: restricted, body });

  beforeAll(async () => {
    const propertyId = (await addProperty(admin, caller)).id;
    const unit = await addUnit(admin, caller, propertyId);
    const elsewhere = await addUnit(admin, caller, (await addProperty(admin, caller, 'Elsewhere')).id);
    id = (await addUser(admin, caller, { status: 'ACTIVE' })).id;
    await addHome(admin, caller, { userId: id, unitId: unit.id });
    await addHome(admin, caller, { userId: id, unitId: elsewhere.id });
    restricted = { ...caller, propertyIds: [propertyId] };
  });

  test('may change a name, but no field that decides access', async () => {
    expect((await patch({ firstName: 'Kim' })).status).toBe(200);
    for (const body of [{ status: 'DISABLED' }, { email: 'other@example.test' }]) {
      const answer = await patch(body);
      expect(answer).toMatchObject({ status: 403, body: { code: 'property_not_allowed' } });
    }
  });

  test('may not delete the person', async () => {
    const answer = await admin.call('DELETE', `/api/admin/users/${id}`, { as: restricted });
    expect(answer).toMatchObject({ status: 403, body: { code: 'property_not_allowed' } });
    const stored = await UserModel.findOne({ _id: id, tenantId: caller.tenantId ?? '' }).lean();
    expect(stored).toMatchObject({ isLive: true });
  });
});

test('audit records name the properties of present homes, and not those of earlier ones', async () => {
  const left = await addUnit(admin, caller, (await addProperty(admin, caller, 'Left')).id);
  const present = await addUnit(admin, caller, (await addProperty(admin, caller, 'Present')).id);
  const { id } = await addUser(admin, caller);
  await addHome(admin, caller, { userId: id, unitId: left.id });
  await addHome(admin, caller, { userId: id, unitId: present.id });
  const path = `/api/admin/users/${id}`;
  await admin.call('POST', `${path}/move-out`, { as: caller, body: { unitId: left.id } });
  await admin.call('PATCH', path, { as: caller, body: { phone: '+12025550143' } });
  await admin.call('DELETE', path, { as: caller });
  const records = (await recordsOf(id)).slice(-2);
  expect(records.map(({ action, propertyIds }) => [action, propertyIds])).toEqual([
    ['user.updated', [present.propertyId]],
    ['user.deleted', [present.propertyId]],
  ]);
});
