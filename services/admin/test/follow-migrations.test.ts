import { createLogger } from '@pas/platform/log/logger';
import type { Migration } from '@pas/platform/migrations/migration';
import { MigrationModel } from '@pas/platform/migrations/migration-row';
import { runMigrations } from '@pas/platform/migrations/run-migrations';
import { exampleEntries, exampleMigration, oldEntries } from '@pas/testing/example-migration';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { expect, test } from 'vitest';
import { startFollowingMigrations } from '../src/sweeps/follow-migrations.ts';

await useDatabases(openOwnDatabases);
const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });

test('replicas migrate rows that the previous release still writes, although another migration fails', async () => {
  const example = exampleMigration('0002-example-amounts');
  const broken: Migration = { ...exampleMigration('0001-broken'), runBatch: async () => null };
  await runMigrations([broken, example]);
  broken.runBatch = async () => {
    throw new Error('broken');
  };
  const replica = () => startFollowingMigrations({ migrations: [broken, example], log, everyMs: 50 });
  const replicas = [replica(), replica()];
  try {
    await exampleEntries().insertMany(oldEntries('ten_1', ['1', 'one']));
    const isMigrated = async () => (await exampleEntries().countDocuments({ writes: 1 })) === 2;
    await waitUntil(isMigrated, { what: 'rows in the new format' });
  } finally {
    await Promise.all(replicas.map((each) => each.stop()));
  }
  const row = await MigrationModel.findOne({ _id: example.id }).lean();
  expect(row).toMatchObject({ state: 'DONE', examined: 0 });
  expect(row?.checkedAt).toBeInstanceOf(Date);
});
