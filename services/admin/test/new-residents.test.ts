import { newId } from '@pas/shared/ids/id';
import { UserModel } from '@pas/shared/models/user';
import { beforeAll, describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin, type InviteAnswer } from './admin-harness.ts';
import { addUser, dayMs, fromNow, recordsOf, residenceEvents, type UserAnswer } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;
const elsewhereId = (await addProperty(admin, caller, 'Elsewhere')).id;

const newEmail = () => `${newId('user')}@example.test`;
const newUnit = async (property = propertyId) => (await addUnit(admin, caller, property, newId('unit'))).id;
const create = (body: object, as = caller) =>
  admin.call<UserAnswer>('POST', '/api/admin/users', {
    as,
    body: { kind: 'RESIDENT', email: newEmail(), ...body },
  });
const patch = (id: string, body: object) =>
  admin.call<UserAnswer>('PATCH', `/api/admin/users/${id}`, { as: caller, body });

beforeAll(async () => {
  const body = { address: { country: 'US' } };
  await admin.call('PATCH', `/api/admin/properties/${propertyId}`, { as: caller, body });
});

describe('POST /api/admin/users with a residence', () => {
  test('201 creates both in one change, with one event and one record', async () => {
    const unitId = await newUnit();
    const { status, body } = await create({ phone: '(202) 555-0123', residence: { unitId } });
    expect(status).toBe(201);
    expect(body.user).toMatchObject({
      status: 'INVITED',
      phone: '+12025550123',
      version: 1,
      residences: [{ unitId, propertyId, role: 'PRIMARY', endsAt: null, canceledAt: null }],
    });
    expect(await residenceEvents(body.user.id)).toEqual(['started']);
    const records = await recordsOf(body.user.id);
    expect(records.map(({ action }) => action)).toEqual(['user.created']);
    expect(records[0]?.targets.map(({ type }) => type)).toEqual(['user', 'residence', 'unit']);
    const second = await create({
      residence: { unitId, startsAt: fromNow(dayMs), endsAt: fromNow(2 * dayMs) },
    });
    expect(second.body.user.residences).toMatchObject([{ role: 'OCCUPANT' }]);
  });

  test('201 ends a pending invite of a person who has signed up to the unit', async () => {
    const [unitId, email] = [await newUnit(), newEmail()];
    const body = { unitId, inviteeEmail: email };
    const path = '/api/admin/onboarding/invite';
    const { invite } = (await admin.call<InviteAnswer>('POST', path, { as: caller, body })).body;
    const { user } = (await create({ email, status: 'ACTIVE', residence: { unitId } })).body;
    expect((await recordsOf(user.id))[0]?.targets).toContainEqual({ type: 'invite', id: invite.id });
  });

  test('422 names all of its problems', async () => {
    const residence = { unitId: await newUnit(), startsAt: fromNow(dayMs), endsAt: fromNow(0) };
    const answer = await create({ kind: 'STAFF', phone: '020 555', residence });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'validation_failed',
        errors: [
          { path: 'phone', code: 'invalid_phone' },
          { path: 'kind', code: 'staff_has_no_residence' },
          { path: 'residence.endsAt', code: 'ends_before_start' },
        ],
      },
    });
    expect((await create({ residence: { unitId: await newUnit(), rol: 'PRIMARY' } })).status).toBe(422);
  });

  test('404 for an unknown unit, without a user', async () => {
    const email = newEmail();
    const answer = await create({ email, phone: '(202) 555-0123', residence: { unitId: newId('unit') } });
    expect(answer.status).toBe(404);
    expect(await UserModel.countDocuments({ tenantId: caller.tenantId ?? '', email })).toBe(0);
  });

  test('a restricted key adds people only to its properties', async () => {
    const as = { ...caller, propertyIds: [propertyId] };
    expect(await create({}, as)).toMatchObject({ status: 403, body: { code: 'property_not_allowed' } });
    expect((await create({ residence: { unitId: await newUnit(elsewhereId) } }, as)).status).toBe(404);
    const made = await create({ residence: { unitId: await newUnit() } }, as);
    expect(made.status).toBe(201);
    const path = `/api/admin/users/${made.body.user.id}`;
    expect((await admin.call('GET', path, { as })).status).toBe(200);
  });

  test('fifty concurrent requests with one e-mail and externalId create one user, with one residence', async () => {
    const [unitId, email, externalId] = [await newUnit(), newEmail(), newId('user')];
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => create({ email, externalId, residence: { unitId } })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status)).difference(new Set([201, 409, 503]))).toEqual(
      new Set(),
    );
    expect(
      await UserModel.countDocuments({ tenantId: caller.tenantId ?? '', 'residences.unitId': unitId }),
    ).toBe(1);
  });
});

describe('externalId', () => {
  test('is stored, changeable, recorded, and unique in the tenant', async () => {
    const first = (await create({ externalId: 'roster-1' })).body.user;
    expect(first.externalId).toBe('roster-1');
    const taken = { status: 409, body: { code: 'already_exists', errors: [{ path: 'externalId' }] } };
    expect(await create({ kind: 'STAFF', externalId: 'roster-1' })).toMatchObject(taken);
    const second = await addUser(admin, caller);
    expect(await patch(second.id, { externalId: 'roster-1' })).toMatchObject(taken);
    expect((await patch(first.id, { externalId: null })).body.user.externalId).toBeNull();
    expect((await patch(second.id, { externalId: 'roster-1' })).body.user.externalId).toBe('roster-1');
    expect((await recordsOf(second.id)).at(-1)?.changes).toMatchObject([{ path: 'externalId' }]);
  });
});

describe('propertyIds', () => {
  test('restrict staff, and are shown and recorded', async () => {
    const staff = await create({ kind: 'STAFF', propertyIds: [propertyId, propertyId] });
    expect(staff.body.user.propertyIds).toEqual([propertyId]);
    const { id } = staff.body.user;
    const both = [propertyId, elsewhereId];
    expect((await patch(id, { propertyIds: both })).body.user.propertyIds).toEqual(both);
    expect((await patch(id, { propertyIds: null })).body.user.propertyIds).toBeNull();
  });

  test('422 for residents and for none, 404 for an unknown one, 403 for a restricted caller', async () => {
    const refused = { status: 422, body: { errors: [{ path: 'propertyIds', code: 'staff_only' }] } };
    expect(await create({ propertyIds: [propertyId] })).toMatchObject(refused);
    expect((await create({ kind: 'STAFF', propertyIds: [] })).status).toBe(422);
    expect((await create({ kind: 'STAFF', propertyIds: [newId('property')] })).status).toBe(404);
    const as = { ...caller, propertyIds: [propertyId] };
    const body = { propertyIds: [propertyId], residence: { unitId: await newUnit() } };
    expect(await create(body, as)).toMatchObject({ status: 403, body: { code: 'property_not_allowed' } });
  });
});
