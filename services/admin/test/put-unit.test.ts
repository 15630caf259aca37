import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { UnitModel } from '@pas/shared/models/unit';
import type { Principal } from '@pas/shared/principal/principal';
import { expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin, type UnitAnswer } from './admin-harness.ts';
import { recordsOf } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;

interface Options {
  as?: Principal;
  headers?: Record<string, string>;
}

type Answer = UnitAnswer & { code: string; errors: { path: string; code: string }[] };

const put = (externalId: string, body: unknown, { as = caller, headers = {} }: Options = {}) =>
  admin.call<Answer>('PUT', `/api/admin/units/by-external-id/${encodeURIComponent(externalId)}`, {
    as,
    body,
    headers,
  });

test('201 creates the unit of an external id, and 200 changes only the sent fields', async () => {
  const made = await put('yard 1', { propertyId, label: 'Apt 1', floor: '1' });
  expect(made).toMatchObject({
    status: 201,
    body: { unit: { externalId: 'yard 1', floor: '1', version: 1 } },
  });
  expect(made.headers.get('location')).toBe(`/api/admin/units/${made.body.unit.id}`);

  const changed = await put('yard 1', { label: 'Apt 1A' });
  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).toBe('"2"');
  expect(changed.body.unit).toMatchObject({ id: made.body.unit.id, label: 'Apt 1A', floor: '1' });
  expect((await recordsOf(made.body.unit.id)).map(({ action }) => action)).toEqual([
    'unit.created',
    'unit.updated',
  ]);
});

test('200 with the same version and without a record for an equal request', async () => {
  const body = { propertyId, label: 'Apt 2', floor: null };
  const made = await put('yard-2', body);
  const again = await put('yard-2', body);
  expect(again).toMatchObject({ status: 200, body: made.body });
  expect(await OutboxModel.countDocuments({ 'envelope.subject': made.body.unit.id })).toBe(1);
});

test('one unit and one 201 for fifty concurrent requests', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => put('yard-50', { propertyId, label: 'PH 50', floor: '50' })),
  );
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array.from({ length: 49 }, () => 200), 201]);
  expect(new Set(answers.map(({ body }) => body.unit.version))).toEqual(new Set([1]));
  const filter = { tenantId: caller.tenantId ?? '', externalId: 'yard-50' };
  expect(await UnitModel.countDocuments(filter)).toBe(1);
});

test('fifty concurrent changes raise the version once each, and the last one wins', async () => {
  await put('yard-51', { propertyId, label: 'PH 51' });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, floor) => put('yard-51', { floor: String(floor) })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const versions = answers.map(({ body }) => body.unit.version).toSorted((a, b) => a - b);
  expect(versions).toEqual(Array.from({ length: 50 }, (_, index) => index + 2));
});

test('409 names a label of another unit of the property, for new and changed units', async () => {
  await addUnit(admin, caller, propertyId, 'Taken 1');
  const taken = { status: 409, body: { code: 'already_exists', errors: [{ path: 'label' }] } };
  expect(await put('yard-3', { propertyId, label: '#Taken1' })).toMatchObject(taken);
  await put('yard-3', { propertyId, label: 'Free 1' });
  expect(await put('yard-3', { label: 'Taken 1' })).toMatchObject(taken);
});

test('422 names all missing fields of a new unit, and another property', async () => {
  const { status, body } = await put('yard-4', { floor: '4' });
  expect([status, body.errors.map(({ path, code }) => `${path} ${code}`)]).toEqual([
    422,
    ['propertyId required', 'label required'],
  ]);
  await put('yard-4', { propertyId, label: 'Apt 4' });
  const other = await addProperty(admin, caller, 'Other House');
  const moved = await put('yard-4', { propertyId: other.id });
  expect(moved).toMatchObject({ status: 422, body: { errors: [{ path: 'propertyId', code: 'immutable' }] } });
});

test('412 for another version, and for a unit that does not exist', async () => {
  await put('yard-5', { propertyId, label: 'Apt 5' });
  const headers = { 'If-Match': '"7"' };
  expect((await put('yard-5', { floor: '5' }, { headers })).status).toBe(412);
  expect((await put('yard-6', { propertyId, label: 'Apt 6' }, { headers })).status).toBe(412);
  expect((await put('yard-5', { floor: '5' }, { headers: { 'If-Match': '"1"' } })).status).toBe(200);
});

test('404 for an unknown property, and 409 for a new unit in an archived one', async () => {
  expect((await put('yard-7', { propertyId: newId('property'), label: '7' })).status).toBe(404);
  const closed = await addProperty(admin, caller, 'Closed House');
  const body = { status: 'ARCHIVED' };
  await admin.call('PATCH', `/api/admin/properties/${closed.id}`, { as: caller, body });
  const refused = await put('yard-7', { propertyId: closed.id, label: '7' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'property_archived' } });
});

test('another tenant may use the external id; 404 for a key of other properties', async () => {
  const made = await put('yard-8', { propertyId, label: 'Apt 8' });
  const stranger = await newTenantCaller();
  const theirs = await addProperty(admin, stranger);
  const own = await put('yard-8', { propertyId: theirs.id, label: 'Apt 8' }, { as: stranger });
  expect(own.status).toBe(201);
  expect(own.body.unit.id).not.toBe(made.body.unit.id);

  const other = await addProperty(admin, caller, 'Restricted House');
  const restricted = { ...caller, propertyIds: [other.id] };
  expect((await put('yard-8', { floor: '9' }, { as: restricted })).status).toBe(404);
  expect((await put('yard-9', { propertyId, label: '9' }, { as: restricted })).status).toBe(404);
  expect((await put('yard-9', { propertyId: other.id, label: '9' }, { as: restricted })).status).toBe(201);
});

test('the external id of a deleted unit is free for a new one', async () => {
  const made = await put('yard-10', { propertyId, label: 'Apt 10' });
  await admin.call('DELETE', `/api/admin/units/${made.body.unit.id}`, { as: caller });
  const next = await put('yard-10', { propertyId, label: 'Apt 10' });
  expect(next.status).toBe(201);
  expect(next.body.unit.id).not.toBe(made.body.unit.id);
});

test.each(['yard.1', 'yard 100%', 'yard\\1', 'yard+1&2', 'Büro-7', '..1'])(
  'an external id such as %s is found again by its path',
  async (externalId) => {
    const label = Buffer.from(externalId).toString('hex');
    expect((await put(externalId, { propertyId, label })).body.unit.externalId).toBe(externalId);
    expect((await put(externalId, { label })).status).toBe(200);
  },
);

test.each([
  ['yard/1', 'invalid_format', 'externalId: Use no slash. Replace it, for example by a hyphen.'],
  ['x'.repeat(129), 'too_big', 'externalId: Use at most 128 characters.'],
  ['yard\u0000', 'invalid_format', 'externalId: Use one line without control characters.'],
])('422 for an external id in the path that no unit can have', async (externalId, code, message) => {
  const { status, body } = await put(externalId, { propertyId, label: 'Apt 9' });
  expect([status, body.code]).toEqual([422, 'validation_failed']);
  expect(body.errors).toEqual([{ path: 'externalId', code, message }]);
});
