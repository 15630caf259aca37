import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import { newProperty } from '@pas/shared/models/new-property';
import { PropertyModel } from '@pas/shared/models/property';
import { TenantModel } from '@pas/shared/models/tenant';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { newId } from '@pas/shared/ids/id';
import { killOnExit } from '@pas/testing/end-process';
import { committedEvents } from '@pas/testing/committed-events';
import { tenantRow } from '@pas/testing/rows';
import { openTestDatabases, type TestDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeRows } from '../src/resources/imports/rows/stage-rows.ts';
import { startImportWorker } from '../src/resources/imports/worker/start-import-worker.ts';
import { newTotals } from '../src/resources/imports/rows/count-verdicts.ts';
import { importRow } from './import-row.ts';
import { roster, rosterColumns } from './import-support.ts';
import { testWorker } from './plan-import.ts';

const tenantId = newId('tenant');
const size = 2200;

let databases: TestDatabases;
beforeAll(async () => {
  databases = await openTestDatabases();
  await TenantModel.insertMany([{ ...tenantRow(), _id: tenantId }]);
});
afterAll(() => databases.stop());

const waiting: Partial<ImportRow> = {
  status: 'VALIDATING',
  planHash: null,
  totals: newTotals(size),
  checkpoint: 0,
};

/** Stores an import that waits for validation, as after an upload. */
async function addWaiting(): Promise<ImportRow> {
  const columns = rosterColumns.map((field) => ({
    header: field,
    field,
    confidence: 1,
    samples: ['x'],
    dateOrder: null,
  }));
  const property = newProperty({ tenantId, now: new Date() }, { name: 'Crash House', timeZone: 'UTC' });
  await PropertyModel.insertMany([property]);
  const options = { onExisting: 'UPDATE', onMissing: 'KEEP', createUnits: true, invite: 'NONE' } as const;
  const row = importRow(tenantId, { ...waiting, columns, options, propertyId: property._id });
  const cells = roster('crash', size);
  await storeRows(
    row,
    cells.map((each, at) => ({ line: at + 2, cells: each })),
  );
  await ImportModel.insertMany([row]);
  return row;
}

/** Returns the import after a worker of this process has worked on it. */
async function workedOn({ _id }: ImportRow): Promise<ImportRow | null> {
  const worker = startImportWorker({ ...testWorker, everyMs: 20 });
  const filter = { _id, tenantId, status: { $nin: ['VALIDATING' as const, 'COMMITTING' as const] } };
  const found = await waitUntil(async () => ImportModel.findOne(filter).lean<ImportRow>(), {
    what: 'the end of the work',
  });
  await worker.stop();
  return found;
}

async function runUntilKilled(): Promise<NodeJS.Signals | null> {
  const program = join(import.meta.dirname, 'crashing-import-worker.ts');
  const args = [program, databases.coreUrl, databases.controlUrl];
  const worker = spawn(process.execPath, args, { stdio: 'inherit' });
  killOnExit(worker);
  const [, signal] = (await once(worker, 'exit')) as [null, NodeJS.Signals | null];
  return signal;
}

test('after the kill of a worker during a validation, another one produces the same plan', async () => {
  const row = await addWaiting();
  const first = await workedOn(row);
  await ImportModel.updateOne({ _id: row._id, tenantId }, { $set: waiting });

  expect(await runUntilKilled()).toBe('SIGKILL');
  const broken = await ImportModel.findOne({ _id: row._id, tenantId }).lean<ImportRow>();
  expect(broken).toMatchObject({ status: 'VALIDATING', checkpoint: 1001, planHash: null });

  const again = await workedOn(row);
  expect(again?.totals).toMatchObject({ create: size, error: 0 });
  expect([again?.status, again?.planHash, again?.totals]).toEqual([
    first?.status,
    first?.planHash,
    first?.totals,
  ]);
});

test('after the kill of a worker in an open transaction, another one executes the remaining rows once', async () => {
  const row = await addWaiting();
  const planned = await workedOn(row);
  const commit = { mode: 'ALL_OR_NOTHING', by: row.createdBy, at: new Date() } as const;
  const progress = { rows: size, done: 0, stale: 0, invited: 0, kept: 0 };
  const asked = { status: 'COMMITTING', commit, progress, checkpoint: 0 } as const;
  await ImportModel.updateOne({ _id: row._id, tenantId }, { $set: asked });

  expect(await runUntilKilled()).toBe('SIGKILL');
  const broken = await ImportModel.findOne({ _id: row._id, tenantId }).lean<ImportRow>();
  // The kill falls into the third batch of 500 rows: two are committed, and the header is line 1.
  const done = 1000;
  expect(broken).toMatchObject({ status: 'COMMITTING', checkpoint: done + 1, progress: { done } });
  const made = { tenantId, importedBy: row._id };
  expect(await UserModel.countDocuments(made)).toBe(done);

  const ended = await workedOn(row);
  expect(ended).toMatchObject({
    status: 'COMMITTED',
    planHash: planned?.planHash,
    totals: { create: size, error: 0 },
    progress: { rows: size, done: size, stale: 0 },
  });
  const emails = await UserModel.distinct('email', made);
  expect([emails.length, await UserModel.countDocuments(made)]).toEqual([size, size]);
  expect(await UnitModel.countDocuments({ tenantId, propertyId: row.propertyId ?? '' })).toBe(size / 2);
  const ends = await committedEvents(tenantId, 'pas.v1.onboarding.import.committed');
  expect(ends.map(({ subject }) => subject)).toEqual([row._id]);
  const homes = await committedEvents(tenantId, 'pas.v1.onboarding.residence.started');
  expect(homes).toHaveLength(size);
  expect(new Set(homes.map(({ subject }) => subject)).size).toBe(size);
});

test('rows are removed 30 days after their upload', async () => {
  const row = await addWaiting();
  const latest = new Date(row.createdAt.getTime() + 30 * 86_400_000);
  const ofImport = { tenantId, importId: row._id };
  expect(await ImportedRowModel.countDocuments({ ...ofImport, purgeAt: { $lte: latest } })).toBe(size);
  const indexes = await ImportedRowModel.collection.indexes();
  expect(indexes.find(({ name }) => name === 'purgeAt_1')).toMatchObject({ expireAfterSeconds: 0 });
});
