import { randomUUID } from 'node:crypto';
import { ConflictError, type AdminClient } from '@pas/client';

/** The `externalId` of the property in which triggers work. Other properties stay unchanged. */
const externalId = 'pas-trigger';

/** @returns undefined before the first trigger of the tenant */
async function findProperty(client: AdminClient): Promise<string | undefined> {
  return (await client.properties.list({ externalId })).items[0]?.id;
}

/** Returns the id of the property of the triggers. The first trigger of a tenant creates it. */
export async function ensureProperty(client: AdminClient): Promise<string> {
  const known = await findProperty(client);
  if (known !== undefined) return known;
  try {
    const property = { name: 'pas trigger', address: { country: 'US' }, externalId };
    return (await client.properties.create(property)).id;
  } catch (error) {
    // A trigger at the same time created it.
    const created = error instanceof ConflictError ? await findProperty(client) : undefined;
    if (created === undefined) throw error;
    return created;
  }
}

/** Returns the id of a unit of the triggers. */
export async function ensureUnit(client: AdminClient, label: string): Promise<string> {
  const propertyId = await ensureProperty(client);
  return (await client.units.ensure({ propertyId, label })).id;
}

/** Creates a door with a controller of its own, which the sandbox plays. */
export async function createDoor(client: AdminClient): Promise<string> {
  const propertyId = await ensureProperty(client);
  const ref = `trigger-${randomUUID()}`;
  const door = {
    propertyId,
    name: 'Trigger door',
    kind: 'DOOR',
    controller: { adapter: 'nats', ref },
  } as const;
  return (await client.accessPoints.create(door)).id;
}

/** Returns a person that no earlier trigger used. The address is reserved for tests. */
export const newPerson = () => ({
  firstName: 'Jordan',
  lastName: 'Trigger',
  email: `trigger.${randomUUID()}@example.test`,
});
