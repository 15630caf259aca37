import { core } from '@pas/platform/mongo/connections';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { readFindings } from '@pas/platform/migrations/migration-finding';
import { MigrationModel } from '@pas/platform/migrations/migration-row';
import { followUpMigrations, runMigrations } from '@pas/platform/migrations/run-migrations';
import { newId } from '@pas/shared/ids/id';
import { allMigrations } from '@pas/shared/migrations/all-migrations';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { faultsOfQueries } from '@pas/testing/query-plans/explain-queries';
import { watchQueries } from '@pas/testing/query-plans/watch-queries';
import { unitRow } from '@pas/testing/rows';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { beforeEach, expect, test } from 'vitest';
import { ensureProperty } from './ensure-property.ts';

const id = '0002-unit-dial-codes';
const databases = await useDatabases(openOwnDatabases);
const tenantId = newId('tenant');
const log = createLogger({ service: 'cli', environment: 'TEST', level: 'silent' });
const worker = { service: 'cli', name: 'Tests', environment: 'TEST', events: leaveToSweeper, log };
const migrations = allMigrations(worker).filter((migration) => migration.id === id);

let made = 0;

/** Adds units as the earlier release wrote them: without a code, each one younger than the last. */
async function addUnits(propertyId: string, units: readonly [label: string, labelKey: string][]) {
  const rows = units.map(([label, labelKey]) => {
    const createdAt = new Date(Date.UTC(2026, 0, 1) + 1000 * made++);
    return unitRow(tenantId, { propertyId, label, labelKey, createdAt, updatedAt: createdAt });
  });
  await ensureProperty(tenantId, propertyId);
  await UnitModel.insertMany(rows);
  const ids = rows.map(({ _id }) => _id);
  await UnitModel.collection.updateMany({ _id: { $in: ids }, tenantId } as never, {
    $unset: { dialCode: 1 },
  });
  return rows;
}

const shown = async ({ _id }: UnitRow): Promise<[string, string | null, number]> => {
  const row = (await UnitModel.findOne({ _id, tenantId }).lean<UnitRow>()) as UnitRow;
  return [row.labelKey, row.dialCode, row.version];
};

const plain = (label: string): [string, string] => [label, label];

beforeEach(async () => {
  await databases.clear();
  await MigrationModel.deleteMany({});
});

test('labels with only digits take their digits first, then others the lowest free codes by age', async () => {
  const [first, second] = [newId('property'), newId('property')];
  const rows = await addUnits(first, [plain('PENTHOUSE'), plain('4A'), plain('000'), plain('101')]);
  const others = await addUnits(second, [plain('4A'), plain('101')]);
  await runMigrations(migrations);
  expect(await Promise.all([...rows, ...others].map(shown))).toEqual([
    ['PENTHOUSE', '001', 2],
    ['4A', '002', 2],
    ['000', '000', 2],
    ['101', '101', 2],
    ['4A', '000', 2],
    ['101', '101', 2],
  ]);
});

test('keys follow the rule of this release first; the younger of two equal labels is reported', async () => {
  const rows = await addUnits(newId('property'), [
    ['4½', '41-2'],
    ['Flat 7', 'FLAT7'],
    ['Suite 7', 'SUITE7'],
    ['-1', '1'],
  ]);
  await runMigrations(migrations);
  expect(await Promise.all(rows.map(shown))).toEqual([
    ['4-1-2', '000', 3],
    ['7', '7', 3],
    ['7~2', '001', 3],
    ['-1', '002', 3],
  ]);
  expect(await readFindings(id)).toMatchObject([{ tenantId, rowId: rows[2]?._id, migration: id }]);
});

test('codes in use and at rest stay, and a second run changes nothing', async () => {
  const propertyId = newId('property');
  const [coded, rested] = [
    unitRow(tenantId, { propertyId, dialCode: '000' }),
    unitRow(tenantId, { propertyId, dialCode: '101', isLive: false, deletedAt: new Date() }),
  ];
  await UnitModel.insertMany([coded, rested]);
  const rows = await addUnits(propertyId, [plain('101'), plain('4A')]);
  await runMigrations(migrations);
  await runMigrations(migrations);
  expect((await Promise.all([coded, ...rows].map(shown))).map(([, code]) => code)).toEqual([
    '000',
    '001',
    '002',
  ]);
  const late = await addUnits(propertyId, [plain('102')]);
  await followUpMigrations(migrations);
  expect(
    (await Promise.all([...rows, ...late].map(shown))).map(([, code, version]) => [code, version]),
  ).toEqual([
    ['001', 2],
    ['002', 2],
    ['102', 2],
  ]);
});

test('a property of more units than a batch gets all its codes', async () => {
  const labels = Array.from({ length: 2300 }, (_, index) => plain(index % 2 ? `${index}` : `LOFT${index}`));
  const propertyId = newId('property');
  await addUnits(propertyId, labels);
  await runMigrations(migrations);
  const codes = await UnitModel.distinct('dialCode', { tenantId, propertyId });
  expect(codes).toHaveLength(2300);
});

test('units are read by an index in each batch', async () => {
  await addUnits(newId('property'), [plain('101'), plain('4A')]);
  const watch = watchQueries([core]);
  const queries = await watch.during(async () => runMigrations(migrations));
  watch.stop();
  const reads = queries.filter(
    ({ collection, command }) => ['units', 'properties'].includes(collection) && 'find' in command,
  );
  expect(reads.length).toBeGreaterThan(4);
  expect(await faultsOfQueries(reads)).toEqual([]);
});
