import { newId } from '@pas/shared/ids/id';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addHome, addUser, dayMs, fromNow, type ReceiptAnswer, type UserAnswer } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;
const newUnit = async (at = propertyId) => (await addUnit(admin, caller, at, newId('unit'))).id;

interface Receipts {
  moveReceipts: { id: string; createdAt: string; undoUntil: string | null; undoneAt: string | null }[];
  total: number;
}

let user: UserAnswer['user'];
let unitId: string;
beforeEach(async () => {
  unitId = await newUnit();
  user = await addUser(admin, caller);
  user = await addHome(admin, caller, { userId: user.id, unitId });
});

const post = (path: string, body: object) =>
  admin.call<ReceiptAnswer>('POST', `/api/admin/users/${user.id}/${path}`, { as: caller, body });
const list = (as = caller) =>
  admin.call<Receipts>('GET', `/api/admin/users/${user.id}/move-receipts`, { as });

describe('the moves of a resident', () => {
  test('list a transfer and a later move-out with the end of the undo', async () => {
    const toUnitId = await newUnit();
    const transfer = await post('transfer', { fromUnitId: unitId, toUnitId });
    const at = fromNow(dayMs);
    const moveOut = await post('move-out', { unitId: toUnitId, effectiveAt: at });
    await post('move-out', { unitId: toUnitId, dryRun: true });
    const { status, body } = await list();
    expect([status, body.total]).toEqual([200, 2]);
    expect(body.moveReceipts).toMatchObject([
      { id: moveOut.body.receipt.id, kind: 'MOVE_OUT', unitId: toUnitId, toUnitId: null, undoneAt: null },
      { id: transfer.body.receipt.id, kind: 'TRANSFER', unitId, toUnitId, propertyId, undoneAt: null },
    ]);
    expect(Date.parse(at)).toBe(Date.parse(moveOut.body.receipt.effectiveAt));
    const spans = body.moveReceipts.map(
      ({ createdAt, undoUntil }) => Date.parse(undoUntil ?? '') - Date.parse(createdAt),
    );
    expect(spans).toEqual([dayMs, dayMs]);
  });

  test('show an undone move without an end of the undo', async () => {
    const { body } = await post('move-out', { unitId });
    await post('move-out/undo', { receiptId: body.receipt.id });
    const [receipt] = (await list()).body.moveReceipts;
    expect(receipt).toMatchObject({ id: body.receipt.id, undoUntil: null });
    expect(receipt?.undoneAt).not.toBeNull();
  });

  test('omit moves out of other properties, and are 404 for people out of reach', async () => {
    const elsewhere = (await addProperty(admin, caller)).id;
    await post('transfer', { fromUnitId: unitId, toUnitId: await newUnit(elsewhere) });
    const there = await list({ ...caller, propertyIds: [elsewhere] });
    expect(there.body).toMatchObject({ moveReceipts: [], total: 0 });
    expect((await list({ ...caller, propertyIds: [propertyId] })).status).toBe(404);
  });
});
