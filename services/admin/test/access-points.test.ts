import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { virtualNumberRow } from '@pas/testing/virtual-number-row';
import { describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addAccessPoint, newRef, type AccessPointAnswer } from './building-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;

const path = '/api/admin/access-points';
const create = (body: object, as = caller) => admin.call<AccessPointAnswer>('POST', path, { as, body });
const change = (id: string, body: object, headers = {}) =>
  admin.call<AccessPointAnswer>('PATCH', `${path}/${id}`, { as: caller, body, headers });
const newDoor = (fields: object = {}) => ({
  propertyId,
  name: 'Main door',
  kind: 'DOOR',
  controller: { adapter: 'nats', ref: newRef() },
  ...fields,
});
const recordsOf = (id: string) => OutboxModel.find({ 'envelope.subject': id }).sort({ _id: 1 }).lean();

describe('POST /api/admin/access-points', () => {
  test('201 creates a door without a report, with one record', async () => {
    const body = newDoor();
    const { status, body: answer, headers } = await create(body);
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(answer.accessPoint).toMatchObject({
      ...body,
      unitId: null,
      openSeconds: 5,
      online: null,
      lastSeenAt: null,
      version: 1,
      tenantId: caller.tenantId,
    });
    const records = await recordsOf(answer.accessPoint.id);
    expect(records.map(({ envelope }) => envelope.data)).toMatchObject([
      { action: 'access_point.created', outcome: 'SUCCESS', propertyIds: [propertyId] },
    ]);
  });

  test('201 creates the door of a unit', async () => {
    const unit = await addUnit(admin, caller, propertyId, 'Own door');
    const { status, body } = await create(newDoor({ kind: 'UNIT', unitId: unit.id }));
    expect([status, body.accessPoint.unitId]).toEqual([201, unit.id]);
  });

  test('409 for a used controller, also of another tenant, which the error does not name', async () => {
    const ref = newRef();
    await create(newDoor({ controller: { adapter: 'nats', ref } }));
    const stranger = await newTenantCaller();
    const theirs = await addProperty(admin, stranger);
    const door = newDoor({ propertyId: theirs.id, controller: { adapter: 'http', ref } });
    const answer = await admin.call('POST', path, { as: stranger, body: door });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'controller_ref_in_use', errors: [{ path: 'controller.ref' }] },
    });
    expect(JSON.stringify(answer.body)).not.toContain(caller.tenantId);
  });

  test('one of many concurrent requests for a controller gets it', async () => {
    const controller = { adapter: 'nats', ref: newRef() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(newDoor({ controller }))));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  });

  test.each([
    ['UNIT without a unit', { kind: 'UNIT' }, 'unitId', 'required'],
    ['DOOR with one', { unitId: newId('unit') }, 'unitId', 'invalid_value'],
    ['ref with a dot', { controller: { adapter: 'nats', ref: 'a.b' } }, 'controller.ref', 'invalid_format'],
    [
      'ref of 65 characters',
      { controller: { adapter: 'nats', ref: 'a'.repeat(65) } },
      'controller.ref',
      'invalid_format',
    ],
    [
      'adapter of another kind',
      { controller: { adapter: 'mqtt', ref: 'a' } },
      'controller.adapter',
      'invalid_value',
    ],
    ['door without a name', { name: undefined }, 'name', 'required'],
    ['door that is never shut', { openSeconds: 0 }, 'openSeconds', 'too_small'],
  ])('422 for a %s', async (_what, fields, at, code) => {
    const answer = await admin.call('POST', path, { as: caller, body: newDoor(fields) });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: at, code }] } });
  });

  test('422 for a unit of another property, 404 for an unknown one', async () => {
    const elsewhere = await addUnit(admin, caller, (await addProperty(admin, caller)).id);
    expect((await create(newDoor({ kind: 'UNIT', unitId: elsewhere.id }))).status).toBe(422);
    expect((await create(newDoor({ kind: 'UNIT', unitId: newId('unit') }))).status).toBe(404);
  });

  test('404 for a property that is unknown, or beyond a restricted key', async () => {
    const as = { ...caller, propertyIds: [newId('property')] };
    expect((await create(newDoor(), as)).status).toBe(404);
    expect((await create(newDoor({ propertyId: newId('property') }))).status).toBe(404);
  });
});

describe('GET /api/admin/access-points', () => {
  test('200 filters by property, unit, kind and the beginning of a name', async () => {
    const property = await addProperty(admin, caller, 'Listed');
    const unit = await addUnit(admin, caller, property.id);
    const gate = await addAccessPoint(admin, caller, {
      propertyId: property.id,
      kind: 'GATE',
      name: 'North gate',
    });
    const own = await addAccessPoint(admin, caller, {
      propertyId: property.id,
      kind: 'UNIT',
      unitId: unit.id,
    });
    const list = async (query: string, as = caller) => {
      const { body } = await admin.call<{ accessPoints: { id: string }[] }>('GET', `${path}?${query}`, {
        as,
      });
      return body.accessPoints.map(({ id }) => id);
    };
    expect(await list(`propertyId=${property.id}&kind=GATE`)).toEqual([gate.id]);
    expect(await list(`unitId=${unit.id}`)).toEqual([own.id]);
    expect(await list(`propertyId=${property.id}&q=nor`)).toEqual([gate.id]);
    expect(await list('sort=name', { ...caller, propertyIds: [property.id] })).toEqual([own.id, gate.id]);
  });
});

describe('PATCH /api/admin/access-points/{id}', () => {
  test('200 changes the name and the sent fields of the controller', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId });
    const { status, body } = await change(door.id, { name: 'Back door', controller: { adapter: 'http' } });
    expect(status).toBe(200);
    expect(body.accessPoint).toMatchObject({
      name: 'Back door',
      version: 2,
      controller: { adapter: 'http', ref: door.controller.ref },
    });
    const [, record] = await recordsOf(door.id);
    expect(record?.envelope.data['changes']).toEqual([
      { path: 'name', before: 'Main door', after: 'Back door' },
      { path: 'controller.adapter', before: 'nats', after: 'http' },
    ]);
  });

  test('200 with the same version and no record when nothing changes', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId });
    expect((await change(door.id, { name: door.name })).body.accessPoint).toEqual(door);
    expect(await recordsOf(door.id)).toHaveLength(1);
  });

  test('409 when another door has the controller, 412 when the door has changed', async () => {
    const [one, other] = [
      await addAccessPoint(admin, caller, { propertyId }),
      await addAccessPoint(admin, caller, { propertyId }),
    ];
    const answer = await admin.call('PATCH', `${path}/${one.id}`, {
      as: caller,
      body: { controller: { ref: other.controller.ref } },
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'controller_ref_in_use' } });
    expect((await change(one.id, { name: 'x' }, { 'If-Match': '"7"' })).status).toBe(412);
  });

  test('422 when kind and unit would no longer agree, 200 when both change', async () => {
    const unit = await addUnit(admin, caller, propertyId, 'Becomes own');
    const door = await addAccessPoint(admin, caller, { propertyId });
    expect((await change(door.id, { kind: 'UNIT' })).status).toBe(422);
    expect((await change(door.id, { unitId: unit.id })).status).toBe(422);
    expect((await change(door.id, { kind: 'UNIT', unitId: unit.id })).status).toBe(200);
    expect((await change(door.id, { unitId: null })).status).toBe(422);
  });
});

describe('DELETE /api/admin/access-points/{id}', () => {
  test('204, then 404, and the controller is free again', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId });
    const remove = () => admin.call('DELETE', `${path}/${door.id}`, { as: caller });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect((await create(newDoor({ controller: door.controller }))).status).toBe(201);
  });

  test('numbers that opened it stay assigned without a door, and the record names them', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId });
    const tenantId = caller.tenantId ?? '';
    const fields = { propertyId, accessPointId: door.id, status: 'ASSIGNED' as const };
    const number = virtualNumberRow(tenantId, fields);
    await VirtualNumberModel.insertMany([number]);
    await admin.call('DELETE', `${path}/${door.id}`, { as: caller });
    const stored = await VirtualNumberModel.findOne({ _id: number._id, tenantId }).lean();
    expect(stored).toMatchObject({ status: 'ASSIGNED', propertyId, accessPointId: null, version: 2 });
    const records = await recordsOf(door.id);
    expect(records.at(-1)?.envelope.data['targets']).toEqual([
      { type: 'access_point', id: door.id },
      { type: 'virtual_number', id: number._id },
    ]);
  });
});
