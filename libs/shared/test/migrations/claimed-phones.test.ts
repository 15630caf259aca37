import { newId } from '@pas/shared/ids/id';
import { claimedPhones } from '@pas/shared/migrations/claimed-phones';
import { hasRingingPhone } from '@pas/shared/models/rings-phone';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { core } from '@pas/platform/mongo/connections';
import { userRow } from '@pas/testing/rows';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { expect, test } from 'vitest';

await useDatabases(openOwnDatabases);
const tenantId = newId('tenant');
const phone = '+12025550123';

test.each<[string, Partial<UserRow>, boolean]>([
  ['has signed up and proved no phone', { phone, accountId: newId('account') }, false],
  ['has signed up and proved another phone', { phone, verifiedPhone: '+12025550124', accountId: 'a' }, false],
  ['has proved the phone', { phone, verifiedPhone: phone, accountId: newId('account') }, true],
  ['has not signed up: staff have given the phone', { phone, accountId: null }, true],
])('after the migration a phone rings or not of a person who %s', async (_what, fields, rings) => {
  const { claimedPhone: _later, ...row } = userRow(tenantId, fields);
  await core.db?.collection<{ _id: string }>('users').insertOne(row);
  const migration = claimedPhones('claimed-phones');
  let batch = await migration.runBatch(null);
  while (batch) batch = await migration.runBatch(batch.position);
  const found = await UserModel.findOne({ _id: row._id, tenantId }).lean<UserRow>();
  expect(found && hasRingingPhone(found)).toBe(rings);
});
