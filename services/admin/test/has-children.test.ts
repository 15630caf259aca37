import { AccessPointModel } from '@pas/shared/models/access-point';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addAccessPoint, addVirtualNumber, newRef } from './building-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();

const post = (path: string, body?: object) => admin.call('POST', `/api/admin/${path}`, { as: caller, body });
const remove = (path: string) => admin.call('DELETE', `/api/admin/${path}`, { as: caller });
const ofTenant = () => ({ tenantId: caller.tenantId ?? '' });

interface Race {
  add: () => Promise<number>;
  end: () => Promise<number>;
}

/** Runs both requests concurrently, five times, and returns the pairs of statuses. */
async function race(set: () => Promise<Race>): Promise<string[]> {
  const pairs: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { add, end } = await set();
    pairs.push((await Promise.all([add(), end()])).join(' '));
  }
  return pairs;
}

/** Returns the pairs of statuses in which the first request refuses the other. */
const oneWins = (made: number): string[] => [`${made} 409`, '404 204'];

describe('DELETE /api/admin/properties/{id}', () => {
  test('409 names doors and assigned numbers; 204 without them', async () => {
    const property = await addProperty(admin, caller);
    const door = await addAccessPoint(admin, caller, { propertyId: property.id });
    const number = await addVirtualNumber(admin, caller);
    await post(`virtual-numbers/${number.id}/assign`, { propertyId: property.id });
    const answer = await remove(`properties/${property.id}`);
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'has_children',
        message: 'The property still has 1 access points, 1 virtual numbers. Remove or move them first.',
        children: [
          { type: 'accessPoints', count: 1 },
          { type: 'virtualNumbers', count: 1 },
        ],
      },
    });
    await remove(`access-points/${door.id}`);
    await post(`virtual-numbers/${number.id}/release`);
    expect((await remove(`properties/${property.id}`)).status).toBe(204);
  });

  test('a door created during the delete of its property is never an orphan', async () => {
    const pairs = await race(async () => {
      const { id: propertyId } = await addProperty(admin, caller);
      const door = { propertyId, name: 'Door', kind: 'DOOR', controller: { adapter: 'nats', ref: newRef() } };
      return {
        add: async () => (await post('access-points', door)).status,
        end: async () => (await remove(`properties/${propertyId}`)).status,
      };
    });
    expect(oneWins(201)).toEqual(expect.arrayContaining(pairs));
  });

  test('a number assigned during the delete of its property is never an orphan', async () => {
    const pairs = await race(async () => {
      const [{ id: propertyId }, { id }] = [
        await addProperty(admin, caller),
        await addVirtualNumber(admin, caller),
      ];
      return {
        add: async () => (await post(`virtual-numbers/${id}/assign`, { propertyId })).status,
        end: async () => (await remove(`properties/${propertyId}`)).status,
      };
    });
    expect(oneWins(200)).toEqual(expect.arrayContaining(pairs));
  });
});

describe('DELETE /api/admin/units/{id}', () => {
  test('409 names its own door and assigned numbers; 204 without them', async () => {
    const unit = await addUnit(admin, caller, (await addProperty(admin, caller)).id);
    const fields = { propertyId: unit.propertyId, kind: 'UNIT', unitId: unit.id };
    const door = await addAccessPoint(admin, caller, fields);
    const number = await addVirtualNumber(admin, caller);
    await post(`virtual-numbers/${number.id}/assign`, { unitId: unit.id });
    expect(await remove(`units/${unit.id}`)).toMatchObject({
      status: 409,
      body: {
        code: 'has_children',
        children: [
          { type: 'accessPoints', count: 1 },
          { type: 'virtualNumbers', count: 1 },
        ],
      },
    });
    await remove(`access-points/${door.id}`);
    await post(`virtual-numbers/${number.id}/release`);
    expect((await remove(`units/${unit.id}`)).status).toBe(204);
  });

  test('a door or a number added during its delete is never an orphan', async () => {
    const { id: propertyId } = await addProperty(admin, caller);
    let made = 0;
    const newUnit = async () => (await addUnit(admin, caller, propertyId, `Race ${(made += 1)}`)).id;
    const numbers = await race(async () => {
      const [unitId, { id }] = [await newUnit(), await addVirtualNumber(admin, caller)];
      return {
        add: async () => (await post(`virtual-numbers/${id}/assign`, { unitId })).status,
        end: async () => (await remove(`units/${unitId}`)).status,
      };
    });
    expect(oneWins(200)).toEqual(expect.arrayContaining(numbers));
    const doors = await race(async () => {
      const unitId = await newUnit();
      const controller = { adapter: 'nats', ref: newRef() };
      const door = { propertyId, unitId, name: 'Own door', kind: 'UNIT', controller };
      return {
        add: async () => (await post('access-points', door)).status,
        end: async () => (await remove(`units/${unitId}`)).status,
      };
    });
    expect(oneWins(201)).toEqual(expect.arrayContaining(doors));
  });
});

test('a number never opens a door that was deleted during its assignment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id: propertyId } = await addProperty(admin, caller);
    const door = await addAccessPoint(admin, caller, { propertyId });
    const number = await addVirtualNumber(admin, caller);
    await Promise.all([
      post(`virtual-numbers/${number.id}/assign`, { propertyId }),
      remove(`access-points/${door.id}`),
    ]);
    expect(await AccessPointModel.countDocuments({ ...ofTenant(), _id: door.id, isLive: true })).toBe(0);
    expect(await VirtualNumberModel.countDocuments({ ...ofTenant(), accessPointId: door.id })).toBe(0);
  }
});
