import { newId } from '@pas/shared/ids/id';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin, type UnitAnswer } from './admin-harness.ts';
import {
  addDevice,
  addHome,
  addSession,
  addUser,
  dayMs,
  fromNow,
  isOpen,
  recordsOf,
  residenceEvents,
  storedDevice,
  type ReceiptAnswer,
  type UserAnswer,
} from './user-support.ts';

let user: UserAnswer['user'];
let unitId: string;

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;
beforeEach(async () => {
  unitId = await newUnit();
  user = await addUser(admin, caller);
  user = await addHome(admin, caller, { userId: user.id, unitId });
});

const newUnit = async () => (await addUnit(admin, caller, propertyId, newId('unit'))).id;
const moveOut = (body: object, { id = user.id, as = caller, headers = {} } = {}) =>
  admin.call<ReceiptAnswer>('POST', `/api/admin/users/${id}/move-out`, { as, body, headers });
const occupancy = async (id = unitId) =>
  (await admin.call<UnitAnswer>('GET', `/api/admin/units/${id}`, { as: caller })).body.unit.occupancy;
const stored = () => UserModel.findOne({ _id: user.id, tenantId: caller.tenantId ?? '' }).lean<UserRow>();

describe('POST /api/admin/users/{id}/move-out', () => {
  test('200 ends the residence with its access, and answers the receipt', async () => {
    const [session, device] = [await addSession(user), await addDevice(user)];
    const answer = await moveOut({ unitId });
    const [residence] = (await stored())?.residences ?? [];
    expect(answer.status).toBe(200);
    expect(answer.body.receipt).toEqual({
      id: answer.body.receipt.id,
      userId: user.id,
      unitId,
      propertyId,
      status: 'ENDED',
      dryRun: false,
      unitOccupancy: 'VACANT',
      effectiveAt: residence?.endsAt?.toISOString(),
      residence: { ...user.residences[0], endsAt: residence?.endsAt?.toISOString() },
      ended: { sessions: [session], devices: [device], passes: [] },
    });
    expect(await isOpen(session)).toBe(false);
    expect(await storedDevice(device, user.tenantId)).toMatchObject({
      isLive: false,
      status: 'REVOKED',
      pushToken: null,
      version: 2,
    });
    expect(await occupancy()).toBe('VACANT');
    expect(await residenceEvents(user.id)).toEqual(['started', 'ended']);
    expect(await stored()).toMatchObject({ version: 3, isLive: true });
    const records = await recordsOf(user.id);
    expect(records).toHaveLength(3);
    expect(records[2]).toMatchObject({ action: 'user.moved_out' });
    expect(records[2]?.targets.map(({ type }) => type)).toEqual([
      'user',
      'residence',
      'unit',
      'session',
      'device',
    ]);
    expect(records[2]?.changes).toMatchObject([
      { path: `residences.${residence?.id}.endsAt`, before: null },
      { path: 'status', before: 'INVITED', after: 'FORMER' },
    ]);
  });

  test('200 with dryRun answers the same receipt and changes nothing', async () => {
    const session = await addSession(user);
    const planned = (await moveOut({ unitId, dryRun: true })).body.receipt;
    expect(planned).toMatchObject({ dryRun: true, status: 'ENDED', ended: { sessions: [session] } });
    expect(await isOpen(session)).toBe(true);
    expect(await stored()).toMatchObject({ version: 2, residences: [{ endsAt: null }] });
    expect(await recordsOf(user.id)).toHaveLength(2);
    const { receipt } = (await moveOut({ unitId })).body;
    const timeless = { id: null, dryRun: null, effectiveAt: null, residence: null };
    expect({ ...receipt, ...timeless }).toEqual({ ...planned, ...timeless });
  });

  test('200 for a later time sets the end; everything else ends then', async () => {
    const session = await addSession(user);
    const effectiveAt = fromNow(dayMs);
    const { receipt } = (await moveOut({ unitId, effectiveAt })).body;
    expect(receipt).toMatchObject({ status: 'SCHEDULED', effectiveAt, unitOccupancy: 'VACANT' });
    expect(receipt.ended.sessions).toEqual([session]);
    expect(await isOpen(session)).toBe(true);
    expect(await occupancy()).toBe('OCCUPIED');
    expect(await residenceEvents(user.id)).toEqual(['started']);
    const again = await moveOut({ unitId, effectiveAt });
    expect(again.body.receipt).toEqual(receipt);
    expect(await stored()).toMatchObject({ version: 3 });
    expect(await recordsOf(user.id)).toHaveLength(3);
  });

  test('a future home is cancelled, without an event', async () => {
    const next = await newUnit();
    await addHome(admin, caller, { userId: user.id, unitId: next, startsAt: fromNow(dayMs) });
    const { receipt } = (await moveOut({ unitId: next })).body;
    expect(receipt).toMatchObject({ status: 'CANCELLED', ended: { sessions: [], devices: [] } });
    expect(receipt.residence.endsAt).toBe(receipt.residence.startsAt);
    expect(await residenceEvents(user.id)).toEqual(['started']);
    expect(await occupancy()).toBe('OCCUPIED');
    expect((await moveOut({ unitId: next })).status).toBe(409);
    await addHome(admin, caller, { userId: user.id, unitId: next, startsAt: fromNow(dayMs / 2) });
    expect((await moveOut({ unitId: next })).body.receipt.status).toBe('CANCELLED');
    const removal = await admin.call('DELETE', `/api/admin/units/${next}`, { as: caller });
    expect(removal.status).toBe(204);
  });

  test('sessions of a person with another home stay open, and a unit with other residents stays occupied', async () => {
    await addHome(admin, caller, { userId: user.id, unitId: await newUnit() });
    await addHome(admin, caller, { userId: (await addUser(admin, caller)).id, unitId });
    const [session, device] = [await addSession(user), await addDevice(user)];
    const { receipt } = (await moveOut({ unitId })).body;
    expect(receipt).toMatchObject({ unitOccupancy: 'OCCUPIED', ended: { sessions: [], devices: [] } });
    expect(await isOpen(session)).toBe(true);
    expect(await storedDevice(device, user.tenantId)).toMatchObject({ isLive: true, status: 'ACTIVE' });
    expect(await occupancy()).toBe('OCCUPIED');
  });

  test('concurrent move-outs of all residents leave a unit vacant', async () => {
    const others = await Promise.all(Array.from({ length: 3 }, () => addUser(admin, caller)));
    for (const { id } of others) await addHome(admin, caller, { userId: id, unitId });
    const answers = await Promise.all([user, ...others].map(({ id }) => moveOut({ unitId }, { id })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await occupancy()).toBe('VACANT');
  });

  test('concurrent move-outs of one person end one residence, once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => moveOut({ unitId })));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
    expect(await residenceEvents(user.id)).toEqual(['started', 'ended']);
  });

  test('a repeated Idempotency-Key answers the same receipt', async () => {
    const headers = { 'Idempotency-Key': newId('event') };
    const first = await moveOut({ unitId }, { headers });
    const second = await moveOut({ unitId }, { headers });
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(await recordsOf(user.id)).toHaveLength(3);
  });

  test('a receipt has neither version nor ETag', async () => {
    expect((await moveOut({ unitId })).headers.get('etag')).toBeNull();
  });

  test('409 for a user without a current residence there', async () => {
    expect(await moveOut({ unitId: await newUnit() })).toMatchObject({
      status: 409,
      body: { code: 'no_residence' },
    });
    await moveOut({ unitId });
    expect((await moveOut({ unitId })).status).toBe(409);
  });

  test('422 for a time before the residence began', async () => {
    const answer = await moveOut({ unitId, effectiveAt: '2020-01-01T00:00:00Z' });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'effectiveAt' }] } });
  });

  test('a key restricted to the property may end the home there, and sees no other', async () => {
    const elsewhere = await addUnit(admin, caller, (await addProperty(admin, caller, 'Elsewhere')).id, '1');
    await addHome(admin, caller, { userId: user.id, unitId: elsewhere.id });
    const as = { ...caller, propertyIds: [propertyId] };
    expect((await moveOut({ unitId: elsewhere.id }, { as })).status).toBe(404);
    expect((await moveOut({ unitId }, { as })).status).toBe(200);
    expect(await occupancy(elsewhere.id)).toBe('OCCUPIED');
  });
});
