import { newId } from '@pas/shared/ids/id';
import { AccountModel } from '@pas/shared/models/account';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import {
  addDevice,
  addHome,
  addSession,
  addUser,
  dayMs,
  fromNow,
  isOpen,
  recordsOf,
  type ReceiptAnswer,
  type UserAnswer,
} from './user-support.ts';

type List = { users: UserAnswer['user'][]; total: number };

const admin = await startAdmin();
let caller: Awaited<ReturnType<typeof newTenantCaller>>;
let propertyId: string;
let unitId: string;
beforeEach(async () => {
  caller = await newTenantCaller();
  propertyId = (await addProperty(admin, caller)).id;
  unitId = await newUnit();
});

const newUnit = async () => (await addUnit(admin, caller, propertyId, newId('unit'))).id;
const tenantId = () => caller.tenantId ?? '';
const read = async (id: string, as = caller) =>
  admin.call<UserAnswer>('GET', `/api/admin/users/${id}`, { as });
const statusOf = async (id: string) => (await read(id)).body.user.status;
const patch = (id: string, body: object) =>
  admin.call<UserAnswer>('PATCH', `/api/admin/users/${id}`, { as: caller, body });
const moveOut = (id: string, body: object = { unitId }) =>
  admin.call<ReceiptAnswer>('POST', `/api/admin/users/${id}/move-out`, { as: caller, body });
const remove = (id: string) => admin.call('DELETE', `/api/admin/users/${id}`, { as: caller });
const list = async (query: Record<string, string> = {}, as = caller) =>
  (await admin.call<List>('GET', `/api/admin/users?${new URLSearchParams(query).toString()}`, { as })).body;
const idsIn = async (query: Record<string, string> = {}, as = caller) => {
  const { users, total } = await list(query, as);
  expect(total).toBe(users.length);
  return users.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b));
};
const stored = (id: string) => UserModel.findOne({ _id: id, tenantId: tenantId() }).lean<UserRow>();

/** Adds a resident with a home in the unit. */
async function addResident(fields: object = {}, home: object = {}): Promise<UserAnswer['user']> {
  const { id } = await addUser(admin, caller, { status: 'ACTIVE', ...fields });
  return addHome(admin, caller, { userId: id, unitId, ...home });
}

/** Ends a user's first residence in the past, without a sweeper run. */
async function letTimePass(userId: string): Promise<void> {
  const over = new Date(Date.now() - 1000);
  const times = { startsAt: new Date(0), endsAt: over, dueAt: over };
  const set = Object.entries(times).map(([field, at]) => [`residences.0.${field}`, at] as const);
  const fields = { ...Object.fromEntries(set), formerDueAt: over };
  await UserModel.updateOne({ _id: userId, tenantId: tenantId() }, { $set: fields });
}

describe('with the last residence a user is FORMER', () => {
  test('immediately for an immediate end, with one record', async () => {
    const { id, updatedAt } = await addResident();
    expect((await moveOut(id)).status).toBe(200);
    const { user } = (await read(id)).body;
    expect(user).toMatchObject({ status: 'FORMER', version: 3 });
    expect(Date.parse(user.updatedAt)).toBeGreaterThan(Date.parse(updatedAt));
    expect((await recordsOf(id)).at(-1)?.changes).toContainEqual(
      expect.objectContaining({ path: 'status', before: 'ACTIVE', after: 'FORMER' }),
    );
  });

  test('at the time of a later end, also before a sweeper run', async () => {
    const { id } = await addResident();
    await moveOut(id, { unitId, effectiveAt: fromNow(dayMs) });
    expect(await statusOf(id)).toBe('ACTIVE');
    await letTimePass(id);
    expect(await statusOf(id)).toBe('FORMER');
    expect(await stored(id)).toMatchObject({ status: 'ACTIVE' });
  });

  test('but not with another current or future residence; its cancellation makes them FORMER', async () => {
    const next = await newUnit();
    const { id } = await addResident();
    await addHome(admin, caller, { userId: id, unitId: next, startsAt: fromNow(dayMs) });
    const session = await addSession({ id, tenantId: tenantId() });
    const { receipt } = (await moveOut(id)).body;
    expect(receipt.ended.sessions).toEqual([]);
    expect([await statusOf(id), await isOpen(session)]).toEqual(['ACTIVE', true]);
    const cancelled = (await moveOut(id, { unitId: next })).body.receipt;
    expect(cancelled).toMatchObject({ status: 'CANCELLED', ended: { sessions: [session] } });
    expect(cancelled.residence.canceledAt).not.toBeNull();
    expect([await statusOf(id), await isOpen(session)]).toEqual(['FORMER', false]);
  });

  test('but not without any residence, or with only a cancelled one', async () => {
    const [nobody, staff] = [await addUser(admin, caller), await addUser(admin, caller, { kind: 'STAFF' })];
    const planned = await addResident({}, { startsAt: fromNow(dayMs) });
    await moveOut(planned.id);
    const statuses = await Promise.all([nobody.id, staff.id, planned.id].map(statusOf));
    expect(statuses).toEqual(['INVITED', 'ACTIVE', 'ACTIVE']);
  });

  test('DISABLED stays DISABLED, and becomes FORMER once enabled', async () => {
    const { id } = await addResident();
    await patch(id, { status: 'DISABLED' });
    await moveOut(id);
    expect(await statusOf(id)).toBe('DISABLED');
    expect(await idsIn()).toContain(id);
    const enabled = await patch(id, { status: 'ACTIVE' });
    expect(enabled).toMatchObject({ status: 200, body: { user: { status: 'FORMER' } } });
    expect((await patch(id, { status: 'DISABLED' })).body.user.status).toBe('DISABLED');
  });

  test('FORMER can’t be set, and ACTIVE requires a residence', async () => {
    const { id } = await addResident();
    expect((await patch(id, { status: 'FORMER' })).status).toBe(422);
    await moveOut(id);
    expect(await patch(id, { status: 'ACTIVE' })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ path: 'status', code: 'residence_required' }] },
    });
    expect((await patch(id, { firstName: 'Kim' })).body.user).toMatchObject({ status: 'FORMER' });
  });

  test('a new residence reactivates them: ACTIVE with an account, INVITED without', async () => {
    const [known, unknown] = [await addResident(), await addResident()];
    const accountId = newId('account');
    await UserModel.updateOne({ _id: known.id, tenantId: tenantId() }, { $set: { accountId } });
    for (const { id } of [known, unknown]) await moveOut(id);
    const home = { unitId: await newUnit() };
    const returned = await addHome(admin, caller, { userId: known.id, ...home });
    expect(returned.status).toBe('ACTIVE');
    expect((await addHome(admin, caller, { userId: unknown.id, ...home })).status).toBe('INVITED');
    expect(await idsIn()).toEqual([known.id, unknown.id].toSorted((a, b) => a.localeCompare(b)));
    expect(await AccountModel.countDocuments({ _id: accountId })).toBe(0);
  });

  test('a residence in the past makes a user without another one FORMER, and ends the access', async () => {
    const user = await addUser(admin, caller, { status: 'ACTIVE' });
    const [session, device] = [await addSession(user), await addDevice(user)];
    const period = { startsAt: '2026-01-01T00:00:00Z', endsAt: '2026-02-01T00:00:00Z' };
    expect((await addHome(admin, caller, { userId: user.id, unitId, ...period })).status).toBe('FORMER');
    expect(await isOpen(session)).toBe(false);
    const targets = (await recordsOf(user.id)).at(-1)?.targets;
    expect(targets).toContainEqual({ type: 'device', id: device });
  });
});

describe('concurrently', () => {
  const statuses = (answers: readonly { status: number }[]) =>
    answers.map(({ status }) => status).toSorted((a, b) => a - b);

  test('fifty moves, returns and deletions leave correct totals', async () => {
    // Separate units: people of one unit wait for its row.
    const units = await Promise.all(Array.from({ length: 25 }, newUnit));
    const users = await Promise.all(units.map((home) => addResident({}, { unitId: home })));
    expect(await list({ limit: '1' })).toMatchObject({ total: 25 });
    const answers = await Promise.all(
      users.flatMap(({ id }, index) => {
        const body = { unitId: units[(index + 1) % 25] };
        const path = `/api/admin/users/${id}/residences`;
        const other = index % 2 === 0 ? remove(id) : admin.call('POST', path, { as: caller, body });
        return [moveOut(id, { unitId: units[index] }), other];
      }),
    );
    const failures = answers.filter(({ status }) => status >= 500);
    expect(failures).toEqual([]);
    const rows = await UserModel.find({ tenantId: tenantId(), isLive: true }).lean<UserRow[]>();
    expect(rows).toHaveLength(12);
    // The new residence keeps or reactivates them, in any order.
    expect(rows.every(({ status }) => status === 'ACTIVE' || status === 'INVITED')).toBe(true);
    expect(rows.every(({ isFormer }) => isFormer === null)).toBe(true);
    expect(await list({ limit: '1' })).toMatchObject({ total: 12 });
  });

  test('a delete and a new residence leave no home to a deleted user', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await addUser(admin, caller);
      const body = { unitId };
      const path = `/api/admin/users/${id}/residences`;
      const [deleted, added] = await Promise.all([
        remove(id),
        admin.call('POST', path, { as: caller, body }),
      ]);
      expect(deleted.status).toBe(204);
      expect([201, 404]).toContain(added.status);
      const ends = (await stored(id))?.residences.map(({ endsAt }) => endsAt) ?? [];
      expect(ends).not.toContain(null);
    }
    expect(await idsIn({ unitId })).toEqual([]);
    const { unit } = (
      await admin.call<{ unit: { occupancy: string } }>('GET', `/api/admin/units/${unitId}`, { as: caller })
    ).body;
    expect(unit.occupancy).toBe('VACANT');
  });

  test('many move-outs of one person make one FORMER user', async () => {
    const { id } = await addResident();
    const answers = await Promise.all(Array.from({ length: 10 }, () => moveOut(id)));
    expect(statuses(answers)).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(await stored(id)).toMatchObject({ status: 'FORMER', isFormer: true, version: 3 });
    expect(await list()).toMatchObject({ total: 0 });
  });
});
