import { afterEach, expect, test } from 'vitest';
import { startImportWorker } from '../src/resources/imports/worker/start-import-worker.ts';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { importClient, roster, rosterColumns as columns, type ImportAnswer } from './import-support.ts';
import { planImport, testWorker } from './plan-import.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const { commit, act } = importClient(admin, caller);

const workers: { stop(): Promise<void> }[] = [];
const startWorker = (): void => void workers.push(startImportWorker({ ...testWorker, everyMs: 20 }));
afterEach(async () => void (await Promise.all(workers.splice(0).map((worker) => worker.stop()))));

/** Opens the events of an import. `statuses` reads them to the end of the stream. */
async function follow(importId: string) {
  const response = await admin.send(`/api/admin/imports/${importId}/events`, { as: caller });
  return {
    async statuses(): Promise<string[]> {
      const events = [...(await response.text()).matchAll(/^data: (.*)$/gm)];
      return events.map(([, data = '']) => (JSON.parse(data) as ImportAnswer).import.status);
    },
  };
}

test('a stream that is opened before the commit shows the commit', async () => {
  const { id: propertyId } = await addProperty(admin, caller, 'Waiting House');
  const planned = await planImport(tenantId, { columns, rows: roster('waiting', 3) }, { propertyId });
  const stream = await follow(planned._id);
  await commit(planned._id);
  startWorker();
  const statuses = await stream.statuses();
  expect([statuses[0], statuses.at(-1)]).toEqual(['VALIDATED', 'COMMITTED']);
});

test('a stream of an import that is cancelled before its commit ends with the cancellation', async () => {
  const { id: propertyId } = await addProperty(admin, caller, 'Cancelled House');
  const planned = await planImport(tenantId, { columns, rows: roster('cancelled', 3) }, { propertyId });
  const stream = await follow(planned._id);
  await act(planned._id, 'cancel');
  expect(await stream.statuses()).toEqual(['VALIDATED', 'CANCELED']);
});
