import { ImportModel } from '@pas/shared/models/import';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import { afterEach, expect, test } from 'vitest';
import { startImportWorker } from '../src/resources/imports/worker/start-import-worker.ts';
import { countFailures } from '../src/resources/imports/worker/fail-import.ts';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { importClient, roster, rosterColumns as columns } from './import-support.ts';
import { planImport, testWorker } from './plan-import.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const { commit, act, ended } = importClient(admin, caller);

const workers: { stop(): Promise<void> }[] = [];
const startWorker = (): void =>
  void workers.push(startImportWorker({ ...testWorker, everyMs: 20, retryMs: 1 }));
afterEach(async () => void (await Promise.all(workers.splice(0).map((worker) => worker.stop()))));

const plan = async (name: string) => {
  const propertyId = (await addProperty(admin, caller, name)).id;
  return planImport(tenantId, { columns, rows: roster(name, 2) }, { propertyId });
};

/** Makes a stored row of an import unreadable for workers. */
const spoil = (importId: string) =>
  ImportedRowModel.collection.updateOne(
    { importId, tenantId, line: 2 },
    { $set: { operation: null, cells: 7 } },
  );

test('an import with repeated failures ends FAILED with the reason, and the next one is executed', async () => {
  const [broken, next] = [await plan('broken'), await plan('next')];
  await commit(broken._id);
  await spoil(broken._id);
  await commit(next._id);
  startWorker();
  const failed = await ended(broken._id);
  expect(failed).toMatchObject({ status: 'FAILED', progress: { done: 0 } });
  expect(failed.failure).toMatch(/unexpected error.* 0 rows are done and stay.* correlation id/);
  expect(await ended(next._id)).toMatchObject({ status: 'COMMITTED', progress: { done: 2 } });
});

test('a revert with repeated failures ends FAILED with the reason', async () => {
  const { _id: id } = await plan('undone');
  await commit(id);
  startWorker();
  await ended(id);
  await spoil(id);
  await act(id, 'revert');
  expect((await ended(id, 'FAILED')).failure).toMatch(/0 rows are undone, the others stay/);
  expect(await ImportModel.countDocuments({ _id: id, tenantId, status: 'FAILED' })).toBe(1);
});

test('failures count per checkpoint of an import, without those of the store or the network', () => {
  const failures = countFailures();
  const at = (checkpoint: number) => ({ _id: 'imp_1', checkpoint, invitedThrough: null });
  const lost = Object.assign(new Error('lost'), { code: 'ECONNRESET' });
  const answers = [
    ...Array.from({ length: 20 }, () => failures.isLast(at(0), lost)),
    ...Array.from({ length: 4 }, () => failures.isLast(at(0), new Error('broken'))),
    ...Array.from({ length: 4 }, () => failures.isLast(at(500), new Error('broken'))),
  ];
  expect(answers.some(Boolean)).toBe(false);
  expect(failures.isLast(at(500), new Error('broken'))).toBe(true);
});
