import { newId } from '@pas/shared/ids/id';
import { expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin, type UnitAnswer } from './admin-harness.ts';
import { addHome, addUser, dayMs, fromNow, type ReceiptAnswer } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;
const newUnit = async () => (await addUnit(admin, caller, propertyId, newId('unit'))).id;

test.each<[string, { effectiveAt?: string }]>([
  ['keeps its start by default', {}],
  ['begins at the requested time', { effectiveAt: fromNow(dayMs) }],
])('a residence that has not begun and is moved to another unit %s', async (_how, times) => {
  const [fromUnitId, toUnitId] = [await newUnit(), await newUnit()];
  const { id: userId } = await addUser(admin, caller);
  const start = fromNow(30 * dayMs);
  await addHome(admin, caller, { userId, unitId: fromUnitId, startsAt: start });
  const body = { fromUnitId, toUnitId, ...times };
  const path = `/api/admin/users/${userId}/transfer`;
  const { receipt } = (await admin.call<ReceiptAnswer>('POST', path, { as: caller, body })).body;
  const { effectiveAt: startsAt = start } = times;
  expect(receipt).toMatchObject({ status: 'CANCELLED', newResidence: { unitId: toUnitId, startsAt } });
  const unitPath = `/api/admin/units/${toUnitId}`;
  const { unit } = (await admin.call<UnitAnswer>('GET', unitPath, { as: caller })).body;
  expect(unit.occupancy).toBe('VACANT');
});

test('a residence with a planned end keeps this end in the other unit', async () => {
  const [fromUnitId, toUnitId] = [await newUnit(), await newUnit()];
  const { id: userId } = await addUser(admin, caller);
  const endsAt = fromNow(60 * dayMs);
  await addHome(admin, caller, { userId, unitId: fromUnitId, endsAt });
  const body = { fromUnitId, toUnitId };
  const path = `/api/admin/users/${userId}/transfer`;
  const { receipt } = (await admin.call<ReceiptAnswer>('POST', path, { as: caller, body })).body;
  expect(receipt).toMatchObject({ status: 'ENDED', newResidence: { unitId: toUnitId, endsAt } });
});
