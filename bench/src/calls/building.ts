import { addNumber, adminRequest, ask, makeProperty, type BenchProperty } from '../system/admin-api.ts';
import type { BenchSystem } from '../system/run-system.ts';

/** A unit with a number of its own. */
export interface Home {
  number: string;
  /** Phones of its two residents, in ringing order. */
  phones: readonly [string, string];
}

/** A building whose visitors call. */
export interface Building extends BenchProperty {
  homes: Home[];
}

const dayMs = 86_400_000;

async function addHome(system: BenchSystem, propertyId: string, index: number): Promise<Home> {
  const body = { propertyId, label: String(100 + index) };
  const { unit } = await ask<{ unit: { id: string } }>(adminRequest(system, '/units', body));
  const digits = String(index).padStart(3, '0');
  const phones = [`+12025551${digits}`, `+12025552${digits}`] as const;
  for (const [at, phone] of phones.entries()) {
    const startsAt = new Date(Date.now() - dayMs * (2 - at)).toISOString();
    const user = { kind: 'RESIDENT', phone, residence: { unitId: unit.id, startsAt } };
    await ask(adminRequest(system, '/users', user));
  }
  const number = `+12025553${digits}`;
  await addNumber(system, number, unit.id);
  return { number, phones };
}

/** Makes a building with a door and homes of two residents each. Their phones are verified. */
export async function makeBuilding(system: BenchSystem, homes: number): Promise<Building> {
  const property = await makeProperty(system, 'Calls');
  const { propertyId, tenantId } = property;
  const controller = { adapter: 'nats', ref: `bench-calls-${process.pid}` };
  await ask(
    adminRequest(system, '/access-points', { propertyId, name: 'Main door', kind: 'DOOR', controller }),
  );
  const made: Home[] = [];
  for (let index = 0; index < homes; index += 1) made.push(await addHome(system, propertyId, index));
  await system.core.collection('users').updateMany({ tenantId }, [{ $set: { verifiedPhone: '$phone' } }]);
  return { ...property, homes: made };
}
