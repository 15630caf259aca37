import { newId } from '@pas/shared/ids/id';
import { InviteModel } from '@pas/shared/models/invite';
import { inviteRow } from '@pas/testing/rows';
import { expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addHome, addOwnPass, addUser, isLivePass, recordsOf, type ReceiptAnswer } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';

async function newHome() {
  const propertyId = (await addProperty(admin, caller)).id;
  return { propertyId, unitId: (await addUnit(admin, caller, propertyId, newId('unit'))).id };
}

test('an undone transfer ends the passes and open invites of the new home, and keeps those of the old one', async () => {
  const [before, after] = [await newHome(), await newHome()];
  const user = await addUser(admin, caller);
  await addHome(admin, caller, { userId: user.id, unitId: before.unitId });
  const post = async (path: string, body: object) =>
    admin.call<ReceiptAnswer>('POST', `/api/admin/users/${user.id}/${path}`, { as: caller, body });
  const { receipt } = (await post('transfer', { fromUnitId: before.unitId, toUnitId: after.unitId })).body;
  const createdBy = { type: 'RESIDENT', id: user.id, name: null };
  const { _id, ...invite } = inviteRow(
    { _id: after.unitId, tenantId, propertyId: after.propertyId },
    { createdBy },
  );
  await InviteModel.insertMany([{ _id, ...invite }]);
  const [old, pass] = [await addOwnPass(user, before.propertyId), await addOwnPass(user, after.propertyId)];

  expect((await post('move-out/undo', { receiptId: receipt.id })).status).toBe(200);

  expect([await isLivePass(old, tenantId), await isLivePass(pass, tenantId)]).toEqual([true, false]);
  expect((await InviteModel.findOne({ _id, tenantId }).lean())?.expiredReason).toBe('REVOKED');
  const targets = (await recordsOf(user.id)).at(-1)?.targets;
  expect(targets).toEqual(
    expect.arrayContaining([
      { type: 'access_pass', id: pass },
      { type: 'invite', id: _id },
    ]),
  );
});
