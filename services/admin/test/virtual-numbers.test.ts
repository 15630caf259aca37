import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { nextNumber, virtualNumberRow } from '@pas/testing/virtual-number-row';
import { describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addAccessPoint, addVirtualNumber, type VirtualNumberAnswer } from './building-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();

const path = '/api/admin/virtual-numbers';
const create = (body: object, as = caller) => admin.call<VirtualNumberAnswer>('POST', path, { as, body });
const change = (id: string, body: object, headers = {}) =>
  admin.call<VirtualNumberAnswer>('PATCH', `${path}/${id}`, { as: caller, body, headers });
const recordsOf = (id: string) => OutboxModel.find({ 'envelope.subject': id }).sort({ _id: 1 }).lean();

async function addRow(fields: Partial<VirtualNumberRow>): Promise<VirtualNumberRow> {
  const row = virtualNumberRow(caller.tenantId ?? '', fields);
  await VirtualNumberModel.insertMany([row]);
  return row;
}

const inMs = (ms: number): Date => new Date(Date.now() + ms);
const rested = { status: 'QUARANTINED', quarantineUntil: inMs(-1000) } as const;
const resting = { status: 'QUARANTINED', quarantineUntil: inMs(3_600_000) } as const;

describe('POST /api/admin/virtual-numbers', () => {
  test('201 adds a number in any notation, with one record', async () => {
    const { status, body } = await create({ number: '+1 (202) 555-0142', provider: 'TELEPHONY_B' });
    expect(status).toBe(201);
    expect(body.virtualNumber).toMatchObject({
      number: '+12025550142',
      provider: 'TELEPHONY_B',
      capabilities: ['VOICE', 'SMS'],
      status: 'AVAILABLE',
      propertyId: null,
      unitId: null,
      accessPointId: null,
      ringMode: 'ORDER',
      assignedAt: null,
      quarantineUntil: null,
      version: 1,
    });
    const records = await recordsOf(body.virtualNumber.id);
    expect(records.map(({ envelope }) => envelope.data['action'])).toEqual(['virtual_number.created']);
  });

  test('409 for a number in service, also at another tenant, which the error does not name', async () => {
    const { number } = await addVirtualNumber(admin, caller);
    const as = await newTenantCaller();
    const answer = await admin.call('POST', path, { as, body: { number, provider: 'TELEPHONY_A' } });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'already_exists', errors: [{ path: 'number', code: 'already_exists' }] },
    });
    expect(JSON.stringify(answer.body)).not.toContain(caller.tenantId);
  });

  test('one of many concurrent requests for a number gets it', async () => {
    const body = { number: nextNumber(), provider: 'TELEPHONY_A' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(body)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  });

  test.each([
    ['a number that is national', { number: '(202) 555-0142' }, 'number', 'invalid_phone'],
    ['a number that is none', { number: 'front desk' }, 'number', 'invalid_phone'],
    ['another provider', { provider: 'TELEPHONY_C' }, 'provider', 'invalid_value'],
    ['no capability', { capabilities: [] }, 'capabilities', 'too_small'],
    ['a capability twice', { capabilities: ['SMS', 'SMS'] }, 'capabilities', 'invalid_value'],
    ['a place, which is for assign', { propertyId: newId('property') }, 'propertyId', 'unknown_field'],
  ])('422 for %s', async (_what, fields, at, code) => {
    const body = { number: '+12025550199', provider: 'TELEPHONY_A', ...fields };
    const answer = await admin.call('POST', path, { as: caller, body });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: at, code }] } });
  });

  test('403 for a restricted key: it could not see the number', async () => {
    const as = { ...caller, propertyIds: [newId('property')] };
    const body = { number: nextNumber(), provider: 'TELEPHONY_A' };
    const answer = await admin.call('POST', path, { as, body });
    expect(answer).toMatchObject({ status: 403, body: { code: 'property_not_allowed' } });
  });
});

describe('GET /api/admin/virtual-numbers', () => {
  type NumberList = { virtualNumbers: { id: string; status: string }[]; total: number };
  const list = async (query: string, as = caller) =>
    (await admin.call<NumberList>('GET', `${path}?${query}`, { as })).body.virtualNumbers;
  const idsOf = async (query: string, as = caller) => (await list(query, as)).map(({ id }) => id);

  test('200 filters by number, provider, property, unit and the number’s beginning', async () => {
    const property = await addProperty(admin, caller);
    const unitId = newId('unit');
    const number = '+12025550177';
    const place = { status: 'ASSIGNED' as const, propertyId: property.id, unitId };
    const row = await addRow({ ...place, number, provider: 'TELEPHONY_B' });
    expect(await idsOf(`unitId=${unitId}`)).toEqual([row._id]);
    expect(await idsOf(`propertyId=${property.id}&number=(202)%20555-0177`)).toEqual([row._id]);
    expect(await idsOf(`propertyId=${property.id}&provider=TELEPHONY_A`)).toEqual([]);
    expect(await idsOf('number=%2B12025550177')).toEqual([row._id]);
    expect(await idsOf('number=+12025550177')).toEqual([row._id]);
    expect(await idsOf('q=%2B12025550177')).toEqual([row._id]);
  });

  test('200 lists a number as AVAILABLE after its quarantine', async () => {
    const [over, lasting] = [await addRow(rested), await addRow(resting)];
    const available = await list('status=AVAILABLE&limit=200');
    expect(available).toContainEqual(expect.objectContaining({ id: over._id, status: 'AVAILABLE' }));
    expect(available.map(({ id }) => id)).not.toContain(lasting._id);
    expect(await idsOf('status=QUARANTINED&limit=200')).toEqual([lasting._id]);
    const read = await admin.call('GET', `${path}/${over._id}`, { as: caller });
    expect(read.body).toMatchObject({
      virtualNumber: { status: 'AVAILABLE', quarantineUntil: null, version: 2 },
    });
    const headers = { 'If-None-Match': '"1"' };
    expect((await admin.send(`${path}/${over._id}`, { as: caller, headers })).status).toBe(200);
  });

  test('a restricted key sees the numbers of its properties, and no unassigned ones', async () => {
    const propertyId = newId('property');
    const [own, free] = [await addRow({ propertyId, status: 'ASSIGNED' }), await addRow({})];
    const as = { ...caller, propertyIds: [propertyId] };
    expect(await idsOf('', as)).toEqual([own._id]);
    expect((await admin.call('GET', `${path}/${free._id}`, { as })).status).toBe(404);
  });
});

describe('PATCH /api/admin/virtual-numbers/{id}', () => {
  test('200 changes the ring mode, and the same again changes nothing', async () => {
    const { id } = await addVirtualNumber(admin, caller);
    const body = { ringMode: 'TOGETHER', capabilities: ['VOICE'] };
    expect((await change(id, body)).body.virtualNumber).toMatchObject({ ...body, version: 2 });
    expect((await change(id, body)).body.virtualNumber.version).toBe(2);
    expect(await recordsOf(id)).toHaveLength(2);
  });

  test('any tenant may add a retired number; it can’t be reactivated while another row has it', async () => {
    const { id, number } = await addVirtualNumber(admin, caller);
    expect((await change(id, { status: 'RETIRED' })).body.virtualNumber.status).toBe('RETIRED');
    const taken = await create({ number, provider: 'TELEPHONY_A' }, await newTenantCaller());
    expect(taken.status).toBe(201);
    const back = await admin.call('PATCH', `${path}/${id}`, { as: caller, body: { status: 'AVAILABLE' } });
    expect(back).toMatchObject({ status: 409, body: { code: 'already_exists' } });
  });

  test('200 puts a retired number back into service', async () => {
    const { id } = await addVirtualNumber(admin, caller);
    await change(id, { status: 'RETIRED' });
    const { body } = await change(id, { status: 'AVAILABLE' });
    expect(body.virtualNumber).toMatchObject({ status: 'AVAILABLE', version: 3 });
  });

  test.each([
    [{ status: 'ASSIGNED', propertyId: newId('property') } as const, 'RETIRED', 'virtual_number_in_use'],
    [resting, 'AVAILABLE', 'virtual_number_quarantined'],
    [resting, 'RETIRED', 'virtual_number_quarantined'],
  ])('409 when a number that is %o is to be %s', async (state, status, code) => {
    const { _id } = await addRow(state);
    const answer = await admin.call('PATCH', `${path}/${_id}`, { as: caller, body: { status } });
    expect(answer).toMatchObject({ status: 409, body: { code } });
  });

  test('200 changes the door of an assigned number; 422 for one elsewhere, 409 for an unassigned number', async () => {
    const property = await addProperty(admin, caller);
    const door = await addAccessPoint(admin, caller, { propertyId: property.id });
    const elsewhere = await addAccessPoint(admin, caller, {
      propertyId: (await addProperty(admin, caller)).id,
    });
    const { _id } = await addRow({ status: 'ASSIGNED', propertyId: property.id });
    expect((await change(_id, { accessPointId: elsewhere.id })).status).toBe(422);
    expect((await change(_id, { accessPointId: newId('accessPoint') })).status).toBe(404);
    expect((await change(_id, { accessPointId: door.id })).body.virtualNumber.accessPointId).toBe(door.id);
    expect((await change(_id, { accessPointId: null })).body.virtualNumber.accessPointId).toBeNull();
    const free = await addVirtualNumber(admin, caller);
    const answer = await admin.call('PATCH', `${path}/${free.id}`, {
      as: caller,
      body: { accessPointId: door.id },
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'virtual_number_not_assigned' } });
  });

  test('412 when the number has changed, 422 for a new number, 404 for another tenant’s', async () => {
    const { id } = await addVirtualNumber(admin, caller);
    expect((await change(id, { ringMode: 'TOGETHER' }, { 'If-Match': '"2"' })).status).toBe(412);
    expect((await change(id, { number: nextNumber() })).status).toBe(422);
    const as = await newTenantCaller();
    expect((await admin.call('PATCH', `${path}/${id}`, { as, body: {} })).status).toBe(404);
  });
});

test('304 for the caller’s version', async () => {
  const { id, version } = await addVirtualNumber(admin, caller);
  const headers = { 'If-None-Match': `"${version}"` };
  expect((await admin.send(`${path}/${id}`, { as: caller, headers })).status).toBe(304);
  const unit = await addUnit(admin, caller, (await addProperty(admin, caller)).id);
  await admin.call('POST', `${path}/${id}/assign`, { as: caller, body: { unitId: unit.id } });
  expect((await admin.send(`${path}/${id}`, { as: caller, headers })).status).toBe(200);
});
