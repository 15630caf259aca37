import { newId } from '@pas/shared/ids/id';
import { AccountModel } from '@pas/shared/models/account';
import { MoveReceiptModel } from '@pas/shared/models/move-receipt';
import { UserModel } from '@pas/shared/models/user';
import { expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addHome, addSession, addUser, isOpen, type ReceiptAnswer } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';

test('an undone move-out restores no session of a person whose home has ended by itself since', async () => {
  const propertyId = (await addProperty(admin, caller)).id;
  const unitId = (await addUnit(admin, caller, propertyId)).id;
  const user = await addUser(admin, caller);
  await addHome(admin, caller, { userId: user.id, unitId });
  const accountId = newId('account');
  const email = `${accountId}@example.test`;
  const at = new Date(Date.now() - 120_000);
  await AccountModel.insertMany([{ _id: accountId, email, emailKey: email, createdAt: at, updatedAt: at }]);
  await UserModel.updateOne({ _id: user.id, tenantId }, { $set: { accountId, status: 'ACTIVE' } });
  const session = await addSession(user);
  const post = async (path: string, body: object) =>
    admin.call<ReceiptAnswer>('POST', `/api/admin/users/${user.id}/${path}`, { as: caller, body });
  const { receipt } = (await post('move-out', { unitId })).body;
  const receiptId = receipt.id ?? '';
  await MoveReceiptModel.updateOne({ _id: receiptId, tenantId }, { $set: { endedBefore: new Date() } });
  expect((await post('move-out/undo', { receiptId })).status).toBe(200);
  expect(await isOpen(session)).toBe(false);
});
