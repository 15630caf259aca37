import { newId } from '@pas/shared/ids/id';
import { describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addAccessPoint } from './building-support.ts';
import { addHome, addUser } from './user-support.ts';

type List = { total: number } & Record<string, { id: string }[]>;

const admin = await startAdmin();
const caller = await newTenantCaller();
const stranger = await newTenantCaller();
const [first, second, third] = [
  await addProperty(admin, caller),
  await addProperty(admin, caller),
  await addProperty(admin, caller),
];
const foreign = await addProperty(admin, stranger);

const list = (plural: string, ids: readonly string[], as = caller) =>
  admin.call<List>('GET', `/api/admin/${plural}?ids=${ids.join(',')}`, { as });
const idsOf = ({ body }: { body: List }, plural: string) =>
  (body[plural] ?? []).map(({ id }) => id).toSorted((a, b) => a.localeCompare(b));

describe('ids of a list', () => {
  test('select properties, each once, without unknown ids and those of another tenant', async () => {
    const answer = await list('properties', [first.id, third.id, first.id, foreign.id, newId('property')]);
    expect(idsOf(answer, 'properties')).toEqual([first.id, third.id]);
    expect(answer.body.total).toBe(2);
  });

  test('show a restricted caller only its properties', async () => {
    const restricted = { ...caller, propertyIds: [second.id] };
    const answer = await list('properties', [first.id, second.id], restricted);
    expect(idsOf(answer, 'properties')).toEqual([second.id]);
    const units = [
      await addUnit(admin, caller, first.id, 'A1'),
      await addUnit(admin, caller, second.id, 'B1'),
    ];
    const seen = await list(
      'units',
      units.map(({ id }) => id),
      restricted,
    );
    expect(idsOf(seen, 'units')).toEqual([units[1]?.id]);
  });

  test('combine with other filters of units', async () => {
    const units = [
      await addUnit(admin, caller, first.id, 'C1'),
      await addUnit(admin, caller, second.id, 'C2'),
    ];
    const ids = units.map(({ id }) => id).join(',');
    const answer = await admin.call<List>('GET', `/api/admin/units?ids=${ids}&propertyId=${second.id}`, {
      as: caller,
    });
    expect(idsOf(answer, 'units')).toEqual([units[1]?.id]);
  });

  test('select access points, without deleted ones and those beyond the caller’s properties', async () => {
    const doors = [first, second, second].map(({ id: propertyId }) =>
      addAccessPoint(admin, caller, { propertyId }),
    );
    const [one = '', two = '', gone = ''] = (await Promise.all(doors)).map(({ id }) => id);
    await admin.call('DELETE', `/api/admin/access-points/${gone}`, { as: caller });
    const ids = [one, two, gone, newId('accessPoint')];
    const all = await list('access-points', ids);
    expect(idsOf(all, 'accessPoints')).toEqual([one, two].toSorted((a, b) => a.localeCompare(b)));
    const seen = await list('access-points', ids, { ...caller, propertyIds: [second.id] });
    expect(idsOf(seen, 'accessPoints')).toEqual([two]);
    expect((await list('access-points', [one], stranger)).body.total).toBe(0);
  });

  test('also select users who have moved out', async () => {
    const unit = await addUnit(admin, caller, first.id, 'D1');
    const user = await addUser(admin, caller, { status: 'ACTIVE' });
    await addHome(admin, caller, { userId: user.id, unitId: unit.id });
    const path = `/api/admin/users/${user.id}/move-out`;
    await admin.call('POST', path, { as: caller, body: { unitId: unit.id } });
    const answer = await list('users', [user.id]);
    expect(answer.body['users']).toMatchObject([{ id: user.id, status: 'FORMER' }]);
  });

  test('422 for an id of another kind, for none, and for too many', async () => {
    const many = Array.from({ length: 201 }, () => newId('property'));
    for (const ids of [[newId('unit')], [''], many]) {
      const answer = await list('properties', ids);
      expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    }
  });
});
