import { expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';

const admin = await startAdmin();

/** Adds four units, reads a page, makes a change, and reads the further pages. */
async function walk(query: string, change: 'added' | 'deleted') {
  const caller = await newTenantCaller();
  const { id: propertyId } = await addProperty(admin, caller);
  let label = 0;
  const add = async () => (await addUnit(admin, caller, propertyId, String((label += 1)))).id;
  const unitIds = [await add(), await add(), await add(), await add()];
  const readPage = async (offset: number) => {
    const path = `/api/admin/units?${query}&limit=2&offset=${offset}`;
    const { body } = await admin.call<{ units: { id: string }[] }>('GET', path, { as: caller });
    return body.units.map(({ id }) => unitIds.indexOf(id));
  };
  const first = await readPage(0);
  if (change === 'added') unitIds.push(await add());
  else await admin.call('DELETE', `/api/admin/units/${unitIds[0]}`, { as: caller });
  return [...first, ...(await readPage(2)), ...(await readPage(4))];
}

test('sort=createdAt reads each row once while a row is added', async () => {
  expect(await walk('sort=createdAt', 'added')).toEqual([0, 1, 2, 3, 4]);
});

test('sort=-createdAt repeats a row when one is added meanwhile', async () => {
  expect(await walk('sort=-createdAt', 'added')).toEqual([3, 2, 2, 1, 0]);
});

test('sort=createdAt with includeDeleted keeps the place of a row that is deleted meanwhile', async () => {
  expect(await walk('sort=createdAt&includeDeleted=true', 'deleted')).toEqual([0, 1, 2, 3]);
  expect(await walk('sort=createdAt', 'deleted')).toEqual([0, 1, 3]);
});
