import { OutboxModel } from '@pas/platform/events/outbox';
import { batchType } from '@pas/shared/events/batch-events';
import { committedEvents } from '@pas/testing/committed-events';
import { afterEach, expect, test } from 'vitest';
import { startImportWorker } from '../src/resources/imports/worker/start-import-worker.ts';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { importClient, roster, rosterColumns as columns } from './import-support.ts';
import { planImport, testWorker } from './plan-import.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const { commit, ended, act } = importClient(admin, caller);

let worker: { stop(): Promise<void> } | undefined;
afterEach(() => worker?.stop());

const started = 'pas.v1.onboarding.residence.started';
const over = 'pas.v1.onboarding.residence.ended';
const rowsOf = (type: string) => OutboxModel.countDocuments({ tenantId, subject: type });
const homesIn = async (type: typeof started | typeof over) => {
  const subjects = (await committedEvents(tenantId, type)).map(({ subject }) => subject);
  return [subjects.length, new Set(subjects).size];
};

test('an import of more than 5,000 rows publishes its residences once, in batches, as does its revert', async () => {
  const count = 5001;
  const propertyId = (await addProperty(admin, caller, 'Large House')).id;
  const planned = await planImport(tenantId, { columns, rows: roster('large', count) }, { propertyId });
  worker = startImportWorker({ ...testWorker, everyMs: 20 });
  await commit(planned._id, { planHash: planned.planHash });
  expect(await ended(planned._id)).toMatchObject({ status: 'COMMITTED', totals: { create: count } });
  expect(await homesIn(started)).toEqual([count, count]);
  const batches = await rowsOf(batchType);
  // One batch per transaction of 500 rows.
  expect([await rowsOf(started), batches]).toEqual([0, 11]);

  await act(planned._id, 'revert');
  expect(await ended(planned._id, 'REVERTED')).toMatchObject({ totals: { reverted: count } });
  expect(await homesIn(over)).toEqual([count, count]);
  expect([await rowsOf(over), (await rowsOf(batchType)) > batches]).toEqual([0, true]);
});
