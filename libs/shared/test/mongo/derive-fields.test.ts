import { describe, expect, test } from 'vitest';

import { withSources } from '@pas/platform/mongo/derive-fields';
import { newId } from '@pas/shared/ids/id';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { userRow } from '@pas/testing/rows';
import { useDatabases } from '@pas/testing/test-databases';

await useDatabases();
const tenantId = newId('tenant');
const contacts = { email: null, phone: '+12125550123', firstName: 'José' };
const named = { ...contacts, lastName: 'Reyes' };
const reyes = {
  searchWords: ['jose', 'reyes', '12125550123', '2125550123', '5550123'],
  lastNameOrder: 'reyes',
};

async function addUser(): Promise<UserRow> {
  const row = userRow(tenantId, { ...contacts, lastName: 'Groß' });
  await UserModel.insertMany([row]);
  return row;
}

const read = ({ _id }: UserRow) => UserModel.findOne({ _id, tenantId }).lean();

describe('derived fields', () => {
  test.each<[string, (row: UserRow) => Promise<unknown>]>([
    ['insertMany', (row) => UserModel.insertMany([row])],
    ['insertOne', (row) => UserModel.collection.insertOne(row as never)],
    ['bulkWrite', (row) => UserModel.bulkWrite([{ insertOne: { document: row } }])],
    [
      'an upsert',
      ({ _id, tenantId: _tenant, ...row }) =>
        UserModel.updateOne({ _id, tenantId }, { $setOnInsert: row }, { upsert: true }),
    ],
  ])('are computed at an insert by %s', async (_name, insert) => {
    const row = userRow(tenantId, named);
    await insert(row);
    expect(await read(row)).toMatchObject(reyes);
  });

  test.each<[string, (filter: { _id: string; tenantId: string }) => Promise<unknown>]>([
    ['updateOne', (filter) => UserModel.updateOne(filter, { $set: named })],
    ['updateMany', (filter) => UserModel.updateMany(filter, { $set: named })],
    ['findOneAndUpdate', (filter) => UserModel.findOneAndUpdate(filter, { $set: named })],
    ['bulkWrite', (filter) => UserModel.bulkWrite([{ updateOne: { filter, update: { $set: named } } }])],
    ['replaceOne', (filter) => UserModel.replaceOne(filter, { ...userRow(tenantId, named), ...filter })],
  ])('are computed by %s', async (_name, write) => {
    const row = await addUser();
    await write({ _id: row._id, tenantId });
    expect(await read(row)).toMatchObject(reyes);
  });

  test.each<[string, object]>([
    ['one of several source fields', { $set: { lastName: 'Reyes' } }],
    ['a source field by another operator', { $unset: { lastName: '' } }],
  ])('refuse an update that sets %s', async (_name, update) => {
    const row = await addUser();
    await expect(UserModel.updateOne({ _id: row._id, tenantId }, update)).rejects.toThrow('lastName');
    expect(await read(row)).toMatchObject({ lastName: 'Groß' });
  });

  test('stay as they are in an update of other fields', async () => {
    const row = await addUser();
    await UserModel.updateOne({ _id: row._id, tenantId }, { $set: { locale: 'de' } });
    expect(await read(row)).toMatchObject({ locale: 'de', lastNameOrder: 'gross' });
  });

  test('get the source fields that a change leaves unchanged', async () => {
    const row = await addUser();
    expect(withSources(UserModel, row, { lastName: 'Reyes' })).toEqual(named);
    expect(withSources(UserModel, row, { locale: 'de' })).toEqual({ locale: 'de' });
  });
});
