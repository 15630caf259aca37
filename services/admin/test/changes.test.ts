import { expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';

interface Row {
  id: string;
  label?: string;
  deletedAt?: string;
}
interface Units {
  units: Row[];
  total: number;
}

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;

const list = async (query: string): Promise<Units> => {
  const { status, body } = await admin.call<Units>('GET', `/api/admin/units?${query}`, { as: caller });
  expect(status).toBe(200);
  return body;
};

test('updatedSince lists what was made or changed from then on, and includeDeleted what is gone', async () => {
  const [untouched, changed, deleted] = await Promise.all(
    ['1', '2', '3'].map((label) => addUnit(admin, caller, propertyId, label)),
  );
  const { body } = await admin.call<{ unit: { updatedAt: string } }>(
    'PATCH',
    `/api/admin/units/${changed?.id}`,
    { as: caller, body: { floor: '2' } },
  );
  await admin.call('DELETE', `/api/admin/units/${deleted?.id}`, { as: caller });

  const since = `updatedSince=${encodeURIComponent(body.unit.updatedAt)}`;
  const { units } = await list(since);
  expect(units.map(({ id }) => id)).toEqual([changed?.id]);

  const all = await list(`${since}&includeDeleted=true&sort=updatedAt`);
  expect(all.total).toBe(2);
  expect(all.units[0]).toMatchObject({ id: changed?.id, floor: '2' });
  expect(Object.keys(all.units[1] ?? {})).toEqual(['id', 'deletedAt']);
  expect(all.units[1]?.id).toBe(deleted?.id);

  const live = await list('includeDeleted=false');
  expect(new Set(live.units.map(({ id }) => id))).toEqual(new Set([untouched?.id, changed?.id]));
  expect(live.total).toBe(2);
});

test.each([
  'updatedSince=2026-03-01T09:30:00',
  'updatedSince=yesterday',
  'includeDeleted=yes',
  'includeDeleted=',
])('422 for %s', async (query) => {
  const { status, body } = await admin.call<{ errors: { path: string }[] }>(
    'GET',
    `/api/admin/units?${query}`,
    { as: caller },
  );
  expect(status).toBe(422);
  expect(body.errors[0]?.path).toBe(query.split('=')[0]);
});
