import { newId } from '@pas/shared/ids/id';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { AccountModel } from '@pas/shared/models/account';
import { MoveReceiptModel } from '@pas/shared/models/move-receipt';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { accessPassRow, formerTestPasses, testPasses } from '@pas/testing/rows';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin, type UnitAnswer } from './admin-harness.ts';
import {
  addDevice,
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
  storedDevice,
  type ReceiptAnswer,
  type UserAnswer,
} from './user-support.ts';

type MoveAnswer = ReceiptAnswer & {
  code?: string;
  receipt: { newResidence: { id: string; unitId: string; startsAt: string } | null };
};
type UndoAnswer = {
  code?: string;
  receipt: { restored: Record<string, unknown>; notRestored: Record<string, string>[] };
};

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const propertyId = (await addProperty(admin, caller)).id;
const newUnit = async (at = propertyId) => (await addUnit(admin, caller, at, newId('unit'))).id;

let user: UserAnswer['user'];
let unitId: string;
let otherId: string;
beforeEach(async () => {
  [unitId, otherId] = [await newUnit(), await newUnit()];
  user = await addUser(admin, caller);
  user = await addHome(admin, caller, { userId: user.id, unitId });
});

const post = <Body>(path: string, body: object, as = caller) =>
  admin.call<Body>('POST', `/api/admin/users/${user.id}/${path}`, { as, body });
const transfer = (body: object = {}, as = caller) =>
  post<MoveAnswer>('transfer', { fromUnitId: unitId, toUnitId: otherId, ...body }, as);
const moveOut = (body: object = {}) => post<ReceiptAnswer>('move-out', { unitId, ...body });
const undo = (receiptId: string | null, as = caller) => post<UndoAnswer>('move-out/undo', { receiptId }, as);
const readUser = async () =>
  (await admin.call<UserAnswer>('GET', `/api/admin/users/${user.id}`, { as: caller })).body.user;
const occupancy = async (id: string) =>
  (await admin.call<UnitAnswer>('GET', `/api/admin/units/${id}`, { as: caller })).body.unit.occupancy;

const addPass = async (at = propertyId) => addOwnPass(user, at);
const isLive = async (id: string) => isLivePass(id, tenantId);

describe('POST /api/admin/users/{id}/transfer', () => {
  test('200 moves the person with one record, keeps sessions and devices, and ends passes', async () => {
    const [session, device, pass] = [await addSession(user), await addDevice(user), await addPass()];
    const { status, body } = await transfer();
    expect(status).toBe(200);
    expect(body.receipt).toMatchObject({
      unitId,
      toUnitId: otherId,
      status: 'ENDED',
      ended: { sessions: [], devices: [], passes: [pass] },
      newResidence: { unitId: otherId, startsAt: body.receipt.effectiveAt, role: 'PRIMARY' },
    });
    expect(await isOpen(session)).toBe(true);
    expect((await storedDevice(device, tenantId))?.isLive).toBe(true);
    expect(await isLive(pass)).toBe(false);
    expect(await readUser()).toMatchObject({ status: user.status, version: user.version + 1 });
    expect([await occupancy(unitId), await occupancy(otherId)]).toEqual(['VACANT', 'OCCUPIED']);
    // Both events of the transfer have the same time, so the order of their ids is random.
    expect((await residenceEvents(user.id)).toSorted()).toEqual(['ended', 'started', 'started']);
    const records = await recordsOf(user.id);
    expect(records.filter(({ action }) => action === 'user.transferred')).toHaveLength(1);
    expect(records.map(({ action }) => action)).not.toContain('user.moved_out');
  });

  test('200 for a later time keeps the old home until then', async () => {
    const pass = await addPass();
    const effectiveAt = fromNow(dayMs);
    const { body } = await transfer({ effectiveAt });
    expect(body.receipt).toMatchObject({ status: 'SCHEDULED', newResidence: { startsAt: effectiveAt } });
    expect(await isLive(pass)).toBe(true);
    expect([await occupancy(unitId), await occupancy(otherId)]).toEqual(['OCCUPIED', 'VACANT']);
    expect((await readUser()).residences).toMatchObject([
      { unitId, endsAt: effectiveAt },
      { unitId: otherId, startsAt: effectiveAt },
    ]);
  });

  test('200 with dryRun answers a receipt without ids, and changes nothing', async () => {
    const { body } = await transfer({ dryRun: true });
    expect(body.receipt).toMatchObject({ id: null, dryRun: true, status: 'ENDED', newResidence: null });
    expect(await readUser()).toEqual(user);
  });

  test('422 for equal units, 409 without a residence in the old unit or with one in the new unit', async () => {
    expect((await transfer({ toUnitId: unitId })).status).toBe(422);
    expect((await transfer({ fromUnitId: otherId, toUnitId: unitId })).body.code).toBe('no_residence');
    await addHome(admin, caller, { userId: user.id, unitId: otherId });
    expect((await transfer()).body.code).toBe('already_exists');
  });

  test('404 for restricted callers if one of the units is outside their properties', async () => {
    const elsewhere = (await addProperty(admin, caller)).id;
    const away = await newUnit(elsewhere);
    expect((await transfer({ toUnitId: away }, { ...caller, propertyIds: [propertyId] })).status).toBe(404);
    expect((await transfer({ toUnitId: away }, { ...caller, propertyIds: [elsewhere] })).status).toBe(404);
  });

  test('one of twenty concurrent transfers moves the person', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => transfer()));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect((await readUser()).residences).toHaveLength(2);
  });
});

describe('POST /api/admin/users/{id}/move-out/undo', () => {
  test('200 restores residence, status, sessions and passes, and lists those that stay ended', async () => {
    const accountId = newId('account');
    const at = new Date(Date.now() - 120_000);
    const email = `${accountId}@example.test`;
    await AccountModel.insertMany([{ _id: accountId, email, emailKey: email, createdAt: at, updatedAt: at }]);
    await UserModel.updateOne({ _id: user.id, tenantId }, { $set: { accountId, status: 'ACTIVE' } });
    const [session, device, pass] = [await addSession(user), await addDevice(user), await addPass()];
    const left = await moveOut();
    expect(left.body.receipt.ended).toEqual({ sessions: [session], devices: [device], passes: [pass] });
    expect(await readUser()).toMatchObject({ status: 'FORMER' });

    const { status, body } = await undo(left.body.receipt.id);
    expect(status).toBe(200);
    expect(body.receipt).toMatchObject({
      id: left.body.receipt.id,
      restored: { residence: { unitId, endsAt: null }, sessions: [session], passes: [pass] },
      notRestored: [{ type: 'device', id: device, reason: 'token_removed' }],
    });
    expect([await isOpen(session), await isLive(pass)]).toEqual([true, true]);
    expect(await readUser()).toMatchObject({ status: 'ACTIVE', residences: [{ unitId, endsAt: null }] });
    expect(await occupancy(unitId)).toBe('OCCUPIED');
    expect((await residenceEvents(user.id)).toSorted()).toEqual(['ended', 'started', 'started']);
    expect((await recordsOf(user.id)).at(-1)?.action).toBe('user.move_undone');
  });

  test('200 does not restore sessions of a person whose account changed about the time of the move', async () => {
    const accountId = newId('account');
    const at = new Date(Date.now() - 5000);
    const email = `${accountId}@example.test`;
    await AccountModel.insertMany([{ _id: accountId, email, emailKey: email, createdAt: at, updatedAt: at }]);
    await UserModel.updateOne({ _id: user.id, tenantId }, { $set: { accountId, status: 'ACTIVE' } });
    const session = await addSession(user);
    const { body } = await moveOut();
    await undo(body.receipt.id);
    expect(await isOpen(session)).toBe(false);
  });

  test('200 does not restore sessions of a person without an account', async () => {
    const session = await addSession(user);
    const { body } = await moveOut();
    const undone = await undo(body.receipt.id);
    expect(undone.body.receipt.notRestored).toEqual([
      { type: 'session', id: session, reason: 'sign_in_again' },
    ]);
    expect(await isOpen(session)).toBe(false);
  });

  test('200 does not restore a pass whose PIN another pass of the door has got, under another secret', async () => {
    const pass = await addPass();
    const { body } = await moveOut();
    const mine = await AccessPassModel.findOne({ _id: pass, tenantId }).lean<AccessPassRow>();
    const [door = ''] = mine?.accessPointIds ?? [];
    const { secretVersion } = formerTestPasses;
    const pinKeys = mine ? [formerTestPasses.pinKeyOf(door, testPasses.pinOf(mine), secretVersion)] : [];
    const theirs = { ...accessPassRow({ tenantId, propertyId }, [door]), secretVersion, pinKeys };
    await AccessPassModel.insertMany([theirs]);
    const { notRestored } = (await undo(body.receipt.id)).body.receipt;
    expect(notRestored).toEqual([{ type: 'access_pass', id: pass, reason: 'pin_taken' }]);
    expect(await isLive(pass)).toBe(false);
  });

  test('200 undoes a transfer, and ends its current or future residence', async () => {
    const moved = await transfer();
    expect((await undo(moved.body.receipt.id)).status).toBe(200);
    expect([await occupancy(unitId), await occupancy(otherId)]).toEqual(['OCCUPIED', 'VACANT']);
    const ahead = await transfer({ effectiveAt: fromNow(dayMs) });
    expect((await undo(ahead.body.receipt.id)).status).toBe(200);
    const stored = await UserModel.findOne({ _id: user.id, tenantId }).lean<UserRow>();
    expect(stored?.residences.filter(({ endsAt }) => endsAt === null)).toMatchObject([{ unitId }]);
  });

  test('200 for one of twenty concurrent requests, and 409 move_undone afterwards', async () => {
    const { body } = await moveOut();
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo(body.receipt.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await undo(body.receipt.id)).body.code).toBe('move_undone');
  });

  test('409 after 24 hours, and after a later change of the residence', async () => {
    const { body } = await moveOut({ effectiveAt: fromNow(2 * dayMs) });
    await moveOut({ effectiveAt: fromNow(dayMs) });
    expect((await undo(body.receipt.id)).body.code).toBe('moved_since');
    const old = { $set: { createdAt: new Date(Date.now() - dayMs - 1000) } };
    await MoveReceiptModel.updateOne({ _id: body.receipt.id ?? '', tenantId }, old);
    expect((await undo(body.receipt.id)).body.code).toBe('undo_too_late');
  });

  test('404 for a receipt of another user and for callers of other properties', async () => {
    const { body } = await moveOut();
    const elsewhere = (await addProperty(admin, caller)).id;
    expect((await undo(body.receipt.id, { ...caller, propertyIds: [elsewhere] })).status).toBe(404);
    user = await addUser(admin, caller);
    expect((await undo(body.receipt.id)).status).toBe(404);
  });

  test('404 for a transfer with only one of its properties within the caller’s reach', async () => {
    const elsewhere = (await addProperty(admin, caller)).id;
    otherId = await newUnit(elsewhere);
    const { body } = await transfer();
    const undoneBy = async (...propertyIds: string[]) =>
      (await undo(body.receipt.id, { ...caller, propertyIds })).status;
    expect([await undoneBy(propertyId), await undoneBy(elsewhere)]).toEqual([404, 404]);
    expect(await undoneBy(propertyId, elsewhere)).toBe(200);
  });
});
