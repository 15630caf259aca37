import { InviteModel } from '@pas/shared/models/invite';
import { newId } from '@pas/shared/ids/id';
import { describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin, type InviteAnswer } from './admin-harness.ts';
import {
  addHome,
  addOwnPass,
  addSession,
  addUser,
  dayMs,
  fromNow,
  isLivePass,
  isOpen,
  recordsOf,
  residenceEvents,
  type UserAnswer,
} from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;

const newUnit = () => addUnit(admin, caller, propertyId, newId('unit'));
const add = (userId: string, body: object, as = caller) =>
  admin.call<UserAnswer>('POST', `/api/admin/users/${userId}/residences`, { as, body });
const occupancy = async (unitId: string) => {
  const answer = await admin.call<{ unit: { occupancy: string } }>('GET', `/api/admin/units/${unitId}`, {
    as: caller,
  });
  return answer.body.unit.occupancy;
};

describe('POST /api/admin/users/{id}/residences', () => {
  test('201 adds a residence and occupies the unit, with one event and one record', async () => {
    const [user, unit] = [await addUser(admin, caller), await newUnit()];
    const answer = await add(user.id, { unitId: unit.id });
    expect(answer.status).toBe(201);
    expect(answer.body.user).toMatchObject({
      version: 2,
      residences: [{ unitId: unit.id, propertyId, role: 'PRIMARY', endsAt: null, inviteId: null }],
    });
    expect(await occupancy(unit.id)).toBe('OCCUPIED');
    expect(await residenceEvents(user.id)).toEqual(['started']);
    const [, record] = await recordsOf(user.id);
    expect(record).toMatchObject({ action: 'residence.created' });
    expect(record?.targets.map(({ type }) => type)).toEqual(['user', 'residence', 'unit']);
  });

  test('the first is PRIMARY, others are OCCUPANT by default', async () => {
    const unit = await newUnit();
    const roles: (string | undefined)[] = [];
    for (const fields of [{}, {}, { role: 'PRIMARY' }]) {
      const { id } = await addUser(admin, caller);
      roles.push((await add(id, { unitId: unit.id, ...fields })).body.user.residences[0]?.role);
    }
    expect(roles).toEqual(['PRIMARY', 'OCCUPANT', 'PRIMARY']);
  });

  test('one that begins tomorrow leaves the unit vacant, without an event yet', async () => {
    const [user, unit] = [await addUser(admin, caller), await newUnit()];
    await addHome(admin, caller, { userId: user.id, unitId: unit.id, startsAt: fromNow(dayMs) });
    expect(await occupancy(unit.id)).toBe('VACANT');
    expect(await residenceEvents(user.id)).toEqual([]);
    const removal = await admin.call('DELETE', `/api/admin/units/${unit.id}`, { as: caller });
    expect(removal).toMatchObject({ status: 409, body: { code: 'has_children' } });
  });

  test('a pending invite of the same person ends with it, and the record names it', async () => {
    const [user, unit] = [await addUser(admin, caller, { status: 'ACTIVE' }), await newUnit()];
    const body = { unitId: unit.id, inviteeEmail: user.email };
    const { invite } = (
      await admin.call<InviteAnswer>('POST', '/api/admin/onboarding/invite', { as: caller, body })
    ).body;
    await add(user.id, { unitId: unit.id });
    const row = await InviteModel.findOne({ _id: invite.id, tenantId: caller.tenantId ?? '' }).lean();
    expect(row).toMatchObject({ status: 'EXPIRED', expiredReason: 'SUPERSEDED' });
    const [, record] = await recordsOf(user.id);
    expect(record?.targets.at(-1)).toEqual({ type: 'invite', id: invite.id });
  });

  test.each<[string, number | null, number | null]>([
    ['begins before it ends', -5, null],
    ['lies within it', 2, 3],
    ['ends after it begins', -5, 2],
    ['is the same', 1, 10],
  ])('409 names the unit for a second one that %s', async (_what, starts, ends) => {
    const [user, unit] = [await addUser(admin, caller), await newUnit()];
    const period = (from: number | null, to: number | null) => ({
      unitId: unit.id,
      ...(from !== null && { startsAt: fromNow(from * dayMs) }),
      ...(to !== null && { endsAt: fromNow(to * dayMs) }),
    });
    expect((await add(user.id, period(1, 10))).status).toBe(201);
    const answer = await add(user.id, period(starts, ends));
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'already_exists', errors: [{ path: 'unitId' }] },
    });
    expect((await add(user.id, period(11, 12))).status).toBe(201);
  });

  test('one of many concurrent requests succeeds', async () => {
    const [user, unit] = [await addUser(admin, caller), await newUnit()];
    const answers = await Promise.all(Array.from({ length: 6 }, () => add(user.id, { unitId: unit.id })));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array<number>(5).fill(409)]);
    expect(await residenceEvents(user.id)).toEqual(['started']);
  });

  test('422 for staff, and for a period that ends before it begins', async () => {
    const [staff, user, unit] = [
      await addUser(admin, caller, { kind: 'STAFF' }),
      await addUser(admin, caller),
      await newUnit(),
    ];
    const refused = await add(staff.id, { unitId: unit.id });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'id', code: 'staff_has_no_residence' }] },
    });
    const startsAt = fromNow(dayMs);
    for (const endsAt of [fromNow(0), startsAt]) {
      const answer = await add(user.id, { unitId: unit.id, startsAt, endsAt });
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'endsAt' }] } });
    }
  });

  test('404 for an unknown, deleted or foreign unit or user', async () => {
    const [user, unit, other] = [await addUser(admin, caller), await newUnit(), await newTenantCaller()];
    const foreign = await addUnit(admin, other, (await addProperty(admin, other)).id);
    await admin.call('DELETE', `/api/admin/units/${unit.id}`, { as: caller });
    for (const unitId of [foreign.id, unit.id, newId('unit')]) {
      expect((await add(user.id, { unitId })).status).toBe(404);
    }
    expect((await add(newId('user'), { unitId: foreign.id }, other)).status).toBe(404);
    expect((await add(user.id, { unitId: foreign.id }, other)).status).toBe(404);
  });
});

describe('DELETE /api/admin/users/{id}', () => {
  test('204 ends homes and sessions, cancels future homes, frees the e-mail, and records the units', async () => {
    const user = await addUser(admin, caller, { email: 'leaver@example.test' });
    const [home, next] = [await newUnit(), await newUnit()];
    await addHome(admin, caller, { userId: user.id, unitId: home.id });
    await addHome(admin, caller, { userId: user.id, unitId: next.id, startsAt: fromNow(dayMs) });
    const [session, pass] = [await addSession(user), await addOwnPass(user, home.propertyId)];
    const path = `/api/admin/users/${user.id}`;
    expect((await admin.call('DELETE', path, { as: caller })).status).toBe(204);
    expect((await admin.call('DELETE', path, { as: caller })).status).toBe(404);
    expect((await admin.call('GET', path, { as: caller })).status).toBe(404);
    expect([await isOpen(session), await isLivePass(pass, user.tenantId)]).toEqual([false, false]);
    expect([await occupancy(home.id), await occupancy(next.id)]).toEqual(['VACANT', 'VACANT']);
    expect(await residenceEvents(user.id)).toEqual(['started', 'ended']);
    const record = (await recordsOf(user.id)).at(-1);
    expect(record).toMatchObject({ action: 'user.deleted' });
    const targets = record?.targets.map(({ type }) => type);
    expect(targets).toEqual(['user', 'residence', 'residence', 'unit', 'unit', 'session', 'access_pass']);
    expect((await addUser(admin, caller, { email: 'leaver@example.test' })).id).not.toBe(user.id);
    const list = await admin.call<{ users: object[] }>(
      'GET',
      '/api/admin/users?updatedSince=2026-01-01T00:00:00Z&includeDeleted=true',
      { as: caller },
    );
    expect(list.body.users).toContainEqual({ id: user.id, deletedAt: expect.any(String) as string });
  });

  test('412 for another version of the user', async () => {
    const { id } = await addUser(admin, caller);
    const headers = { 'If-Match': '"2"' };
    expect((await admin.call('DELETE', `/api/admin/users/${id}`, { as: caller, headers })).status).toBe(412);
  });
});
