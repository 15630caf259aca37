import { OutboxModel } from '@pas/platform/events/outbox';
import { UserModel } from '@pas/shared/models/user';
import type { Principal } from '@pas/shared/principal/principal';
import { expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin, type InviteAnswer } from './admin-harness.ts';
import { fromNow, dayMs, recordsOf, residenceEvents, type UserAnswer } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;
const unitId = (await addUnit(admin, caller, propertyId, '1A')).id;

interface Options {
  as?: Principal;
  headers?: Record<string, string>;
}

const put = (externalId: string, body: unknown, { as = caller, headers = {} }: Options = {}) =>
  admin.call<UserAnswer & { code: string; errors: { path: string; code: string }[] }>(
    'PUT',
    `/api/admin/users/by-external-id/${encodeURIComponent(externalId)}`,
    { as, body, headers },
  );

test('201 creates the resident with the residence, and 200 changes only the sent fields', async () => {
  const made = await put('lease 1', {
    email: 'one@example.test',
    phone: '(202) 555-0101',
    firstName: 'Ona',
    residence: { unitId },
  });
  expect(made).toMatchObject({
    status: 201,
    body: {
      user: { kind: 'RESIDENT', externalId: 'lease 1', phone: '+12025550101', residences: [{ unitId }] },
    },
  });
  expect(made.headers.get('location')).toBe(`/api/admin/users/${made.body.user.id}`);
  const changed = await put('lease 1', { firstName: 'Una', residence: { unitId } });
  expect(changed).toMatchObject({
    status: 200,
    body: { user: { id: made.body.user.id, firstName: 'Una', email: 'one@example.test', version: 2 } },
  });
  expect(changed.body.user.residences).toEqual(made.body.user.residences);
  expect(await residenceEvents(made.body.user.id)).toEqual(['started']);
});

test('200 with the same version and without a record for an equal request', async () => {
  const body = {
    email: 'two@example.test',
    lastName: 'Two',
    residence: { unitId, startsAt: fromNow(-dayMs) },
  };
  const made = await put('lease-2', body);
  const count = () => OutboxModel.countDocuments({ 'envelope.data.targets.id': made.body.user.id });
  const before = await count();
  expect(await put('lease-2', body)).toMatchObject({ status: 200, body: made.body });
  expect(await count()).toBe(before);
});

test('fields and a missing residence are one change: one version, one record, the invite superseded', async () => {
  const made = await put('lease-3', { email: 'three@example.test', status: 'ACTIVE' });
  const home = await addUnit(admin, caller, propertyId, '3A');
  const invited = await admin.call<InviteAnswer>('POST', '/api/admin/onboarding/invite', {
    as: caller,
    body: { unitId: home.id, inviteeEmail: 'three@example.test' },
  });
  const moved = await put('lease-3', { firstName: 'Tri', residence: { unitId: home.id } });
  expect(moved).toMatchObject({
    status: 200,
    body: { user: { version: 2, residences: [{ unitId: home.id }] } },
  });
  const [, record] = await recordsOf(made.body.user.id);
  expect(record?.targets.map(({ type }) => type)).toEqual(['user', 'residence', 'unit', 'invite']);
  expect(record?.changes.map(({ path }) => path)).toContain('firstName');
  const path = `/api/admin/onboarding/invites/${invited.body.invite.id}`;
  const { body } = await admin.call<InviteAnswer>('GET', path, { as: caller });
  expect(body.invite).toMatchObject({ status: 'EXPIRED', expiredReason: 'SUPERSEDED' });
});

test('a residence reactivates a FORMER resident', async () => {
  const made = await put('lease-4', { email: 'four@example.test', residence: { unitId } });
  const { id } = made.body.user;
  await admin.call('POST', `/api/admin/users/${id}/move-out`, { as: caller, body: { unitId } });
  expect((await put('lease-4', {})).body.user.status).toBe('FORMER');
  const back = await put('lease-4', { residence: { unitId } });
  expect(back.body.user).toMatchObject({ id, status: 'INVITED' });
  expect(back.body.user.residences).toHaveLength(2);
});

test('one user, one residence and one 201 for fifty concurrent requests', async () => {
  const body = { email: 'fifty@example.test', residence: { unitId } };
  const answers = await Promise.all(Array.from({ length: 50 }, () => put('lease-50', body)));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array.from({ length: 49 }, () => 200), 201]);
  const rows = await UserModel.find({ tenantId: caller.tenantId ?? '', externalId: 'lease-50' }).lean();
  expect(rows).toMatchObject([{ version: 1, residences: [{ unitId }] }]);
  expect(await residenceEvents(rows[0]?._id ?? '')).toEqual(['started']);
});

test('fifty concurrent requests create one missing residence once', async () => {
  const made = await put('lease-51', { email: 'fifty-one@example.test' });
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => put('lease-51', { residence: { unitId } })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.user.residences.length))).toEqual(new Set([1]));
  expect(await residenceEvents(made.body.user.id)).toEqual(['started']);
});

test('409 names an e-mail of another user', async () => {
  await put('lease-5', { email: 'five@example.test' });
  const taken = await put('lease-6', { email: 'FIVE@example.test' });
  expect(taken).toMatchObject({ status: 409, body: { code: 'already_exists', errors: [{ path: 'email' }] } });
});

test('422 without a contact, for another kind, for STAFF with a residence, and for all problems at once', async () => {
  expect(await put('lease-7', { firstName: 'Sev' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'email', code: 'required' }] },
  });
  await put('lease-7', { email: 'seven@example.test' });
  expect(await put('lease-7', { kind: 'STAFF' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'kind', code: 'immutable' }] },
  });
  const staff = { kind: 'STAFF', email: 'eight@example.test', residence: { unitId } };
  expect((await put('lease-8', staff)).status).toBe(422);
  const { body } = await put('lease-7', { phone: 'front desk', kind: 'STAFF', surname: 'x' });
  expect(body.errors.map(({ path }) => path).toSorted()).toEqual(['kind', 'phone', 'surname']);
});

test('412 for another version, and for a user that does not exist', async () => {
  await put('lease-9', { email: 'nine@example.test' });
  const headers = { 'If-Match': '"7"' };
  expect((await put('lease-9', { firstName: 'Nona' }, { headers })).status).toBe(412);
  expect((await put('lease-10', { email: 'ten@example.test' }, { headers })).status).toBe(412);
});

test('a restricted key reaches only people in its properties, and creates only users with a home there', async () => {
  const other = await addProperty(admin, caller, 'Other House');
  const home = await addUnit(admin, caller, other.id, '9Z');
  const as = { ...caller, propertyIds: [other.id] };
  await put('lease-11', { email: 'eleven@example.test', residence: { unitId } });
  expect((await put('lease-11', { firstName: 'Eli' }, { as })).status).toBe(404);
  expect(await put('lease-12', { email: 'twelve@example.test' }, { as })).toMatchObject({
    status: 403,
    body: { code: 'property_not_allowed' },
  });
  const foreign = { email: 'twelve@example.test', residence: { unitId } };
  expect((await put('lease-12', foreign, { as })).status).toBe(404);
  const own = { email: 'twelve@example.test', residence: { unitId: home.id } };
  expect((await put('lease-12', own, { as })).status).toBe(201);
});

test('another tenant may use the external id', async () => {
  await put('lease-13', { email: 'thirteen@example.test' });
  const stranger = await newTenantCaller();
  const theirs = await put('lease-13', { email: 'thirteen@example.test' }, { as: stranger });
  expect(theirs.status).toBe(201);
});

test('405 for another method below an external id, also with the name of an action', async () => {
  const path = '/api/admin/users/by-external-id/move-out';
  const answer = await admin.call('POST', path, { as: caller, body: {} });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'PUT']);
  expect((await put('move-out', { email: 'mover@example.test' })).status).toBe(201);
});
