import { newId } from '@pas/shared/ids/id';
import { expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addHome, addOwnPass, addUser, dayMs, fromNow, isLivePass } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;
const newUnit = async () => (await addUnit(admin, caller, propertyId, newId('unit'))).id;

test('a move-out that is entered late keeps the passes for a later home in the building', async () => {
  const [unitId, laterId] = [await newUnit(), await newUnit()];
  const user = await addUser(admin, caller);
  await addHome(admin, caller, { userId: user.id, unitId, startsAt: fromNow(-10 * dayMs) });
  await addHome(admin, caller, { userId: user.id, unitId: laterId, startsAt: fromNow(-5 * dayMs) });
  const pass = await addOwnPass(user, propertyId);
  const moveOut = async (body: object) =>
    admin.call('POST', `/api/admin/users/${user.id}/move-out`, { as: caller, body });
  await moveOut({ unitId, effectiveAt: fromNow(-6 * dayMs) });
  expect(await isLivePass(pass, user.tenantId)).toBe(true);
  await moveOut({ unitId: laterId });
  expect(await isLivePass(pass, user.tenantId)).toBe(false);
});
