import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { CallModel } from '@pas/shared/models/call';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { callRow } from './building-rows.ts';
import { addAccessPoint, addVirtualNumber, type VirtualNumberAnswer } from './building-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;
const unitId = (await addUnit(admin, caller, propertyId)).id;

const path = '/api/admin/virtual-numbers';
const assign = (id: string, body: object, as = caller, headers = {}) =>
  admin.call<VirtualNumberAnswer & { code?: string }>('POST', `${path}/${id}/assign`, { as, body, headers });
const release = (id: string) =>
  admin.call<VirtualNumberAnswer>('POST', `${path}/${id}/release`, { as: caller });
const newNumber = async () => (await addVirtualNumber(admin, caller)).id;
const addCall = async (virtualNumberId: string): Promise<void> => {
  await CallModel.insertMany([callRow(caller.tenantId ?? '', { virtualNumberId })]);
};
const recordsOf = (id: string) => OutboxModel.find({ 'envelope.subject': id }).sort({ _id: 1 }).lean();

describe('POST /api/admin/virtual-numbers/{id}/assign', () => {
  test('200 assigns a number to a property, with one record', async () => {
    const id = await newNumber();
    const { status, body, headers } = await assign(id, { propertyId });
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect(body.virtualNumber).toMatchObject({
      status: 'ASSIGNED',
      propertyId,
      unitId: null,
      accessPointId: null,
      version: 2,
      assignedAt: expect.any(String) as string,
    });
    const [, record] = await recordsOf(id);
    expect(record?.envelope.data).toMatchObject({
      action: 'virtual_number.assigned',
      targets: [{ type: 'virtual_number', id }],
      propertyIds: [propertyId],
    });
  });

  test('200 assigns a number to a unit without naming the property', async () => {
    for (const body of [{ unitId }, { unitId, propertyId }, { unitId, propertyId: null }]) {
      const answer = await assign(await newNumber(), body);
      expect(answer.body.virtualNumber).toMatchObject({ status: 'ASSIGNED', propertyId, unitId });
    }
  });

  test('200 for the same place again changes nothing', async () => {
    const id = await newNumber();
    const first = await assign(id, { unitId });
    for (const body of [{ unitId }, { unitId, propertyId }, { unitId, accessPointId: null }]) {
      const again = await assign(id, body);
      expect(again.status).toBe(200);
      expect(again.body).toEqual(first.body);
    }
    expect(await recordsOf(id)).toHaveLength(2);
  });

  test('409 for another place, or another door of the same', async () => {
    const id = await newNumber();
    await assign(id, { propertyId });
    const door = await addAccessPoint(admin, caller, { propertyId, kind: 'GARAGE' });
    for (const body of [{ unitId }, { propertyId, accessPointId: door.id }]) {
      expect(await assign(id, body)).toMatchObject({ status: 409, body: { code: 'virtual_number_in_use' } });
    }
  });

  test.each([
    ['nothing', () => ({}), 'propertyId', 'required'],
    ['null twice', () => ({ propertyId: null, unitId: null }), 'propertyId', 'required'],
    ['only a door', () => ({ accessPointId: newId('accessPoint') }), 'propertyId', 'required'],
  ])('422 for %s', async (_what, body, at, code) => {
    const answer = await assign(await newNumber(), body());
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: at, code }] } });
  });

  test('422 when property and unit, or place and door, don’t belong together', async () => {
    const other = await addProperty(admin, caller);
    const id = await newNumber();
    const door = await addAccessPoint(admin, caller, { propertyId: other.id, kind: 'GARAGE' });
    const neighbour = await addUnit(admin, caller, propertyId, 'Neighbour');
    const ownDoor = await addAccessPoint(admin, caller, { propertyId, kind: 'UNIT', unitId: neighbour.id });
    expect((await assign(id, { unitId, propertyId: other.id })).status).toBe(422);
    expect((await assign(id, { propertyId, accessPointId: door.id })).status).toBe(422);
    expect((await assign(id, { unitId, accessPointId: ownDoor.id })).status).toBe(422);
    expect((await assign(id, { unitId: neighbour.id, accessPointId: ownDoor.id })).status).toBe(200);
  });

  test('404 for unknown ids, and for a key restricted to other properties', async () => {
    const id = await newNumber();
    expect((await assign(newId('virtualNumber'), { propertyId })).status).toBe(404);
    expect((await assign(id, { propertyId: newId('property') })).status).toBe(404);
    expect((await assign(id, { unitId: newId('unit') })).status).toBe(404);
    expect((await assign(id, { propertyId, accessPointId: newId('accessPoint') })).status).toBe(404);
    expect((await assign(id, { propertyId }, { ...caller, propertyIds: [propertyId] })).status).toBe(404);
  });

  test('calls open the property’s only DOOR or GATE, and nothing for none or several', async () => {
    const property = await addProperty(admin, caller);
    const doorOf = async (body: object = {}) =>
      (await assign(await newNumber(), { propertyId: property.id, ...body })).body.virtualNumber
        .accessPointId;
    expect(await doorOf()).toBeNull();
    await addAccessPoint(admin, caller, { propertyId: property.id, kind: 'GARAGE' });
    const gate = await addAccessPoint(admin, caller, { propertyId: property.id, kind: 'GATE' });
    expect(await doorOf()).toBe(gate.id);
    expect(await doorOf({ accessPointId: null })).toBeNull();
    const door = await addAccessPoint(admin, caller, { propertyId: property.id });
    expect(await doorOf()).toBeNull();
    expect(await doorOf({ accessPointId: door.id })).toBe(door.id);
  });

  test('one of many concurrent assignments to different units wins', async () => {
    const id = await newNumber();
    const units = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => addUnit(admin, caller, propertyId, `Race ${index}`)),
    );
    const answers = await Promise.all(units.map((unit) => assign(id, { unitId: unit.id })));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(new Set(lost.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['409 virtual_number_in_use']),
    );
    const stored = await VirtualNumberModel.findOne({ _id: id, tenantId: caller.tenantId ?? '' }).lean();
    expect(stored?.unitId).toBe(won[0]?.body.virtualNumber.unitId);
    expect(await recordsOf(id)).toHaveLength(2);
  });

  test('concurrent assignments to one place all get 200, and one takes effect', async () => {
    const id = await newNumber();
    const answers = await Promise.all(Array.from({ length: 8 }, () => assign(id, { propertyId })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await recordsOf(id)).toHaveLength(2);
  });

  test('a repeat with its Idempotency-Key takes effect once', async () => {
    const id = await newNumber();
    const key = { 'Idempotency-Key': 'assign-once' };
    const first = await assign(id, { propertyId }, caller, key);
    await release(id);
    const again = await assign(id, { propertyId }, caller, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  test('409 for a retired number', async () => {
    const id = await newNumber();
    await admin.call('PATCH', `${path}/${id}`, { as: caller, body: { status: 'RETIRED' } });
    expect(await assign(id, { propertyId })).toMatchObject({
      status: 409,
      body: { code: 'virtual_number_retired' },
    });
  });
});

describe('POST /api/admin/virtual-numbers/{id}/release', () => {
  const dayMs = 24 * 3_600_000;

  test('200 quarantines a called number for the tenant’s days; then it can be assigned elsewhere', async () => {
    const id = await newNumber();
    await assign(id, { unitId });
    await addCall(id);
    const { status, body } = await release(id);
    expect(status).toBe(200);
    expect(body.virtualNumber).toMatchObject({
      status: 'QUARANTINED',
      propertyId: null,
      unitId: null,
      accessPointId: null,
      assignedAt: null,
      version: 3,
    });
    const availableAt = body.virtualNumber.quarantineUntil ?? '';
    expect(Math.abs(Date.parse(availableAt) - Date.now() - 30 * dayMs)).toBeLessThan(60_000);
    expect(await assign(id, { propertyId })).toMatchObject({
      status: 409,
      body: { code: 'virtual_number_quarantined', availableAt },
    });

    const over = { $set: { quarantineUntil: new Date(Date.now() - 1) } };
    await VirtualNumberModel.updateOne({ _id: id, tenantId: caller.tenantId ?? '' }, over);
    const again = await assign(id, { propertyId });
    expect(again).toMatchObject({ status: 200, body: { virtualNumber: { status: 'ASSIGNED', version: 5 } } });
  });

  test('200 quarantines a number with a text since its assignment, but not for an earlier text', async () => {
    const tenantId = caller.tenantId ?? '';
    const [texted, untouched] = [await newNumber(), await newNumber()];
    for (const id of [texted, untouched]) await assign(id, { unitId });
    const note = async (_id: string, lastTextAt: Date) =>
      VirtualNumberModel.updateOne({ _id, tenantId }, { $set: { lastTextAt } });
    await Promise.all([note(texted, new Date()), note(untouched, new Date(Date.now() - dayMs))]);
    expect((await release(texted)).body.virtualNumber.status).toBe('QUARANTINED');
    expect((await release(untouched)).body.virtualNumber.status).toBe('AVAILABLE');
  });

  test('200 makes a number AVAILABLE that got no call since its assignment', async () => {
    const id = await newNumber();
    const longAgo = new Date(Date.now() - dayMs);
    await CallModel.insertMany([
      callRow(caller.tenantId ?? '', { virtualNumberId: id, createdAt: longAgo, startedAt: longAgo }),
    ]);
    await assign(id, { unitId });
    const { body } = await release(id);
    expect(body.virtualNumber).toMatchObject({ status: 'AVAILABLE', quarantineUntil: null, unitId: null });
    expect((await assign(id, { propertyId })).status).toBe(200);
  });

  test('a quarantined number returns to its last place, and is quarantined again after a release', async () => {
    const id = await newNumber();
    const first = await assign(id, { unitId });
    await addCall(id);
    await release(id);
    const back = await assign(id, { unitId, propertyId });
    expect(back).toMatchObject({ status: 200, body: { virtualNumber: { status: 'ASSIGNED', unitId } } });
    expect(back.body.virtualNumber.assignedAt).toBe(first.body.virtualNumber.assignedAt);
    expect((await release(id)).body.virtualNumber.status).toBe('QUARANTINED');
  });

  test('200 again without a change, and for a number that was never assigned', async () => {
    const id = await newNumber();
    expect((await release(id)).body.virtualNumber).toMatchObject({ status: 'AVAILABLE', version: 1 });
    await assign(id, { propertyId });
    const first = await release(id);
    expect((await release(id)).body).toEqual(first.body);
    const records = await recordsOf(id);
    expect(records.map(({ envelope }) => envelope.data['action'])).toEqual([
      'virtual_number.created',
      'virtual_number.assigned',
      'virtual_number.released',
    ]);
    expect(records.at(-1)?.envelope.data['propertyIds']).toEqual([propertyId]);
  });

  test('200 for a key restricted to the property, which can no longer see the number', async () => {
    const id = await newNumber();
    await assign(id, { propertyId });
    const as = { ...caller, propertyIds: [propertyId] };
    expect((await admin.call('POST', `${path}/${id}/release`, { as })).status).toBe(200);
    expect((await admin.call('GET', `${path}/${id}`, { as })).status).toBe(404);
  });
});
