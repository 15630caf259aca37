import { PropertyModel } from '@pas/shared/models/property';
import { TenantModel } from '@pas/shared/models/tenant';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { expect, test } from 'vitest';
import { addBuilding, callWith, countingDoors, type Building } from './calls-support.ts';
import { numbersIn, playTelephonyA } from './telephony-a-calls.ts';
import { useWebhooks } from './webhooks-harness.ts';

const { doors, pulsesOf } = countingDoors();
const { keys, send } = await useWebhooks({ doors });
const { visit } = playTelephonyA(keys.current.telephonyA, send);

const phoneOf = ({ residents }: Building): string => residents[0]?.phone ?? '';

/** Plays a whole call in which the first resident opens the door. */
async function openFor(building: Building): Promise<string> {
  const call = visit(building);
  const dial = await call.arrive();
  expect(numbersIn(dial)).toEqual([phoneOf(building)]);
  await call.press(await call.pickUp(dial, phoneOf(building)), phoneOf(building), '9');
  await call.dialEnded(dial, 'completed');
  return call.sid;
}

test('visitors of a suspended tenant reach its residents, and the door opens', async () => {
  const building = await addBuilding();
  await TenantModel.updateOne({ _id: building.tenantId }, { $set: { status: 'SUSPENDED' } });
  const sid = await openFor(building);
  expect(await callWith(building.tenantId, sid)).toMatchObject({ outcome: 'DOOR_OPENED' });
  expect(pulsesOf(building.doorId)).toBe(1);
});

test('the number of a deleted tenant is unknown', async () => {
  const building = await addBuilding();
  await TenantModel.updateOne({ _id: building.tenantId }, { $set: { isLive: false } });
  const call = visit(building);
  expect(await call.arrive()).toMatch(/not in service.*<Hangup\/>/);
  expect(await callWith(building.tenantId, call.sid)).toBe(null);
});

test('the number of an archived property rings, and the door opens', async () => {
  const building = await addBuilding({ property: { status: 'ARCHIVED' } });
  const sid = await openFor(building);
  expect(await callWith(building.tenantId, sid)).toMatchObject({ outcome: 'DOOR_OPENED' });
});

test('a visitor cannot name a deleted unit', async () => {
  const building = await addBuilding({ number: { unitId: null } });
  const { tenantId, unitId } = building;
  const call = visit(building);
  const asked = await call.arrive();
  await UserModel.updateMany({ tenantId }, { $set: { residences: [] } });
  await UnitModel.updateOne({ _id: unitId, tenantId }, { $set: { isLive: false, deletedAt: new Date() } });
  const again = await call.enter(asked, '4');
  expect(again).toMatch(/<Gather .*There is no such unit/);
  expect(await call.enter(again, '4')).toMatch(/<Hangup\/>/);
  expect(await callWith(tenantId, call.sid)).toMatchObject({ outcome: 'NO_TARGET', unitId: null });
});

test('a new target of a number applies to the next call, not to the current one', async () => {
  const [building, next] = [await addBuilding(), await addBuilding()];
  const { tenantId, number } = building;
  const call = visit(building);
  const dial = await call.arrive();
  await VirtualNumberModel.updateOne(
    { tenantId, number },
    { $set: { propertyId: next.property._id, unitId: null, accessPointId: null } },
  );
  const offer = await call.pickUp(dial, phoneOf(building));
  expect(offer).toMatch(/Harbor View.*Press 9 to open the door/);
  expect(await call.press(offer, phoneOf(building), '9')).toMatch(/The door is opening/);
  expect([pulsesOf(building.doorId), pulsesOf(next.doorId)]).toEqual([1, 0]);
  expect(await callWith(tenantId, call.sid)).toMatchObject({
    propertyId: building.property._id,
    unitId: building.unitId,
  });
});

test('a new digit of a property applies to the next call; the current resident uses the spoken one', async () => {
  const building = await addBuilding();
  const { tenantId, property } = building;
  const call = visit(building);
  const offer = await call.pickUp(await call.arrive(), phoneOf(building));
  await PropertyModel.updateOne({ _id: property._id, tenantId }, { $set: { openDigit: '5' } });
  expect(await call.press(offer, phoneOf(building), '9')).toMatch(/The door is opening/);
  expect(await visit(building).arrive().then(numbersIn)).toEqual([phoneOf(building)]);
});
