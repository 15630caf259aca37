import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { MigrationModel } from '@pas/platform/migrations/migration-row';
import { readLedger } from '@pas/platform/migrations/read-ledger';
import { runMigrations } from '@pas/platform/migrations/run-migrations';
import { derivedCollections } from '@pas/platform/mongo/derive-fields';
import { newId } from '@pas/shared/ids/id';
import { allMigrations } from '@pas/shared/migrations/all-migrations';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { newTenant } from '@pas/shared/models/new-tenant';
import { TenantModel } from '@pas/shared/models/tenant';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { accessPassRow, unitRow, userRow } from '@pas/testing/rows';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import type { Model } from 'mongoose';
import { beforeEach, expect, test } from 'vitest';

const id = '0005-pass-search-fields';
const databases = await useDatabases(openOwnDatabases);
const tenantId = newId('tenant');
const log = createLogger({ service: 'cli', environment: 'TEST', level: 'silent' });
const worker = { service: 'cli', name: 'Tests', environment: 'TEST', events: leaveToSweeper, log };
const migrations = allMigrations(worker).filter((migration) => migration.id === id);

/** Stores rows as the earlier release did: with its words, and without orders. */
async function addOld<Row extends { _id: string }>(model: Model<Row>, rows: readonly Row[]): Promise<void> {
  const { conn, name } = model.collection;
  await conn.db?.collection(name).insertMany(rows.map((row) => ({ ...row, searchWords: ['old'] }) as never));
}

const readEntry = async () => (await readLedger([id]))[0];

beforeEach(async () => {
  await databases.clear();
  await MigrationModel.deleteMany({});
});

test('rows of the earlier release get words and orders, and keep version and time', async () => {
  const updatedAt = new Date(1e12);
  const unit = unitRow(tenantId, { label: 'Apt 4-12', labelKey: '4-12', updatedAt });
  const gone = unitRow(tenantId, { label: 'Gone 10', isLive: false, updatedAt });
  const user = userRow(tenantId, { firstName: 'José', lastName: 'O’Brien', updatedAt });
  const tenant = newTenant(updatedAt, { name: 'Łódź Homes', slug: 'lodz' });
  await addOld(UnitModel, [unit, gone]);
  await addOld(UserModel, [user]);
  await addOld(TenantModel, [tenant]);
  await runMigrations(migrations);
  const [newUnit, newGone] = await UnitModel.find({ tenantId }).sort({ _id: 1 }).lean();
  expect(newUnit).toEqual({
    ...unit,
    searchWords: ['apt', '4', '12', '412'],
    labelOrder: 'apt 0014 00212',
  });
  expect(newGone).toMatchObject({ labelOrder: 'gone 00210', version: 1, updatedAt });
  const newUser = await UserModel.findOne({ tenantId }).lean();
  expect(newUser).toMatchObject({ searchWords: ['jose', 'obrien'], lastNameOrder: 'obrien', updatedAt });
  expect(await TenantModel.findById(tenant._id).lean()).toMatchObject({ nameOrder: 'lodz homes', updatedAt });
  expect(await readEntry()).toMatchObject({ state: 'DONE', examined: 4, changed: 4 });
});

test('a run that was stopped continues after its last batch, and a second run changes nothing', async () => {
  const labels = Array.from({ length: 1200 }, (_, at) => unitRow(tenantId, { label: String(at) }));
  await addOld(UnitModel, labels);
  const [migration] = migrations;
  const first = await migration?.runBatch(null);
  expect(first).toMatchObject({ examined: 500, changed: 500 });
  expect(await UnitModel.countDocuments({ tenantId, labelOrder: { $ne: null } } as object)).toBe(500);
  expect(await migration?.runBatch(first?.position ?? null)).toMatchObject({ examined: 500, changed: 500 });
  await runMigrations(migrations);
  expect(await readEntry()).toMatchObject({ state: 'DONE', examined: 1200, changed: 200 });
  expect(await UnitModel.countDocuments({ tenantId, searchWords: 'old' } as object)).toBe(0);
});

test('passes of the earlier release, also from before contacts of holders, get words', async () => {
  const place = { tenantId, propertyId: newId('property') };
  const { holderEmail, holderPhone, ...old } = accessPassRow(place, [newId('accessPoint')], {
    guestName: 'Sam Ortiz',
  });
  expect([holderEmail, holderPhone]).toEqual([null, null]);
  await addOld(AccessPassModel, [old as AccessPassRow]);
  await runMigrations(migrations);
  const row = await AccessPassModel.findOne({ tenantId }).lean();
  expect(row).toMatchObject({ searchWords: ['sam', 'ortiz'], version: 1 });
});

test('covers every collection with search words', () => {
  const searched = [
    'access_passes',
    'access_points',
    'api_keys',
    'invites',
    'properties',
    'tenants',
    'units',
    'users',
  ];
  const known = [...derivedCollections().keys()];
  expect(known).toEqual(expect.arrayContaining([...searched, 'virtual_numbers']));
});
