import { adminRequest, ask, makeProperty } from '../system/admin-api.ts';
import { signPeopleUp } from '../system/people.ts';
import type { BenchSystem } from '../system/run-system.ts';

/** A building with one door, whose resident has a verified phone. */
export interface House {
  propertyId: string;
  unitId: string;
  doorId: string;
  /** Name of the door's controller. */
  ref: string;
  /** The number of the building, and the digits that ring its resident. */
  number: string;
  digits: string;
  phone: string;
  userId: string;
  /** The resident's access token. */
  token: string;
}

async function makeDoor(system: BenchSystem, propertyId: string): Promise<{ doorId: string; ref: string }> {
  const ref = `journey-${propertyId.slice(-12)}`;
  const controller = { adapter: 'nats', ref };
  const body = { propertyId, name: 'Main door', kind: 'DOOR', openSeconds: 2, controller };
  const { accessPoint } = await ask<{ accessPoint: { id: string } }>(
    adminRequest(system, '/access-points', body),
  );
  return { doorId: accessPoint.id, ref };
}

/** Gives a building its number; visitors key in the digits of a unit. */
async function giveNumber(system: BenchSystem, number: string, propertyId: string): Promise<void> {
  const body = { number, provider: 'TELEPHONY_A', capabilities: ['VOICE'] };
  const { virtualNumber } = await ask<{ virtualNumber: { id: string } }>(
    adminRequest(system, '/virtual-numbers', body),
  );
  await ask(adminRequest(system, `/virtual-numbers/${virtualNumber.id}/assign`, { propertyId }));
}

async function makeHouse(system: BenchSystem, index: number): Promise<House> {
  const { propertyId } = await makeProperty(system, `House ${index}`);
  const door = await makeDoor(system, propertyId);
  const place = String(index).padStart(3, '0');
  const number = `+12025554${place}`;
  await giveNumber(system, number, propertyId);
  const [resident] = await signPeopleUp(system, propertyId, 1);
  if (!resident) throw new Error('Nobody has signed up.');
  const { userId, unitId, token } = resident;
  const [phone, digits] = [`+12025556${place}`, '101'];
  // Stored directly: a resident would verify the phone by a code.
  const users = system.core.collection<{ _id: string }>('users');
  await users.updateOne({ _id: userId }, { $set: { phone, verifiedPhone: phone } });
  const units = system.core.collection<{ _id: string }>('units');
  await units.updateOne({ _id: unitId }, { $set: { dialCode: digits } });
  return { propertyId, unitId, ...door, number, digits, phone, userId, token };
}

/** Makes buildings, each with its own door, number and resident. */
export async function makeHouses(system: BenchSystem, count: number): Promise<House[]> {
  const houses: House[] = [];
  while (houses.length < count) houses.push(await makeHouse(system, houses.length));
  return houses;
}
