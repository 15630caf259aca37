import { UserModel } from '@pas/shared/models/user';
import { changeMeanwhile } from '@pas/testing/change-meanwhile';
import { expect, test } from 'vitest';
import { addResident, newEmail, password, startResident } from './resident-harness.ts';

const service = await startResident();

test('a person whom staff unlink during the log-in gets resident_not_found, and stays unlinked', async () => {
  const { email, answer } = await addResident(service);
  const { id: _id, tenantId } = answer.resident;
  const unlinked = { accountId: null, emailKey: newEmail() };
  const { status, body } = await changeMeanwhile(
    async (session) => UserModel.updateOne({ _id, tenantId }, { $set: unlinked }, { session }),
    async () => service.call('POST', '/api/v1/auth/login', { body: { email, password } }),
  );
  expect([status, body]).toMatchObject([403, { code: 'resident_not_found' }]);
  expect(await UserModel.findOne({ _id, tenantId }).lean()).toMatchObject({ accountId: null });
});
