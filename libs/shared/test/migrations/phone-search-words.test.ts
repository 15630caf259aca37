import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { MigrationModel } from '@pas/platform/migrations/migration-row';
import { runMigrations } from '@pas/platform/migrations/run-migrations';
import { core } from '@pas/platform/mongo/connections';
import { newId } from '@pas/shared/ids/id';
import { allMigrations } from '@pas/shared/migrations/all-migrations';
import { UserModel } from '@pas/shared/models/user';
import { userRow } from '@pas/testing/rows';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { expect, test } from 'vitest';

await useDatabases(openOwnDatabases);
const tenantId = newId('tenant');
const log = createLogger({ service: 'cli', environment: 'TEST', level: 'silent' });
const worker = { service: 'cli', name: 'Tests', environment: 'TEST', events: leaveToSweeper, log };

test('rows of the earlier release are found by the digits of their phone, and keep their version', async () => {
  const phone = '+12125550123';
  const [known, none] = [userRow(tenantId, { phone, searchWords: [phone] }), userRow(tenantId)];
  await UserModel.insertMany([known, none]);
  await MigrationModel.deleteMany({});
  await runMigrations(allMigrations(worker));
  const read = (_id: string) => UserModel.findOne({ _id, tenantId }).lean();
  expect(await read(known._id)).toMatchObject({
    searchWords: [phone, '12125550123', '2125550123'],
    version: 1,
    updatedAt: known.updatedAt,
  });
  expect((await read(none._id))?.searchWords).toEqual([]);
});

test('rows with the words are read by a later pass, and not written', async () => {
  const phone = '+12125550124';
  await UserModel.insertMany([userRow(tenantId, { phone, searchWords: [phone] })]);
  const [migration] = allMigrations(worker).filter(({ id }) => id === '0002-phone-search-words');
  const updates = (): Promise<number> | undefined =>
    core.db?.collection('system.profile').countDocuments({ op: 'update', ns: /[.]users$/ });
  await core.db?.command({ profile: 2 });
  expect(await migration?.runBatch(null)).toMatchObject({ changed: 1 });
  const first = await updates();
  expect(first).toBeGreaterThan(0);
  expect(await migration?.runBatch(null)).toMatchObject({ changed: 0 });
  expect(await updates()).toBe(first);
});
