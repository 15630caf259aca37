import { newId } from '@pas/shared/ids/id';
import { UserModel } from '@pas/shared/models/user';
import { expect, test } from 'vitest';
import { startImportWorker } from '../src/resources/imports/worker/start-import-worker.ts';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { importClient } from './import-support.ts';
import { testWorker } from './plan-import.ts';
import { sendTable } from './table-support.ts';
import { addHome, addUser, dayMs, fromNow } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const propertyId = (await addProperty(admin, caller)).id;

/** Adds a unit with a main resident who is about to move in, and who has cancelled or not. */
async function addUnitWithFuture(isCancelled: boolean) {
  const unit = await addUnit(admin, caller, propertyId, newId('unit'));
  const { id } = await addUser(admin, caller);
  await addHome(admin, caller, { userId: id, unitId: unit.id, startsAt: fromNow(30 * dayMs) });
  const path = `/api/admin/users/${id}/move-out`;
  if (isCancelled) await admin.call('POST', path, { as: caller, body: { unitId: unit.id } });
  return unit;
}

test.each([
  ['was cancelled', true],
  ['begins later', false],
])(
  'a residence that %s leaves the role PRIMARY to a resident who moves in now',
  async (_how, isCancelled) => {
    const { id: unitId } = await addUnitWithFuture(isCancelled);
    const { id: userId } = await addUser(admin, caller);
    const { residences } = await addHome(admin, caller, { userId, unitId });
    expect(residences).toMatchObject([{ role: 'PRIMARY' }]);
  },
);

test('a cancelled residence leaves the role PRIMARY to a resident of an import', async () => {
  const { label } = await addUnitWithFuture(true);
  const email = `${newId('user')}@example.test`;
  const table = `unit,email\n${label},${email}\n`;
  const { body } = await sendTable(admin, caller, table, { query: `?propertyId=${propertyId}` });
  const client = importClient(admin, caller);
  const worker = startImportWorker({ ...testWorker, everyMs: 20 });
  await client.commit(body.import.id);
  expect((await client.ended(body.import.id)).status).toBe('COMMITTED');
  await worker.stop();
  const user = await UserModel.findOne({ tenantId, email }).lean();
  expect(user?.residences).toMatchObject([{ role: 'PRIMARY' }]);
});
