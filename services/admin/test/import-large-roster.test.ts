import { workContext } from '@pas/shared/context/work-context';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { newId } from '@pas/shared/ids/id';
import { newUser } from '@pas/shared/models/new-user';
import { UserModel } from '@pas/shared/models/user';
import { afterEach, expect, test } from 'vitest';
import { startImportWorker } from '../src/resources/imports/worker/start-import-worker.ts';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { importClient } from './import-support.ts';
import { testWorker } from './plan-import.ts';
import { sendTable } from './table-support.ts';
import { addUser } from './user-support.ts';

const admin = await startAdmin();

const workers: { stop(): Promise<void> }[] = [];
afterEach(async () => void (await Promise.all(workers.splice(0).map((worker) => worker.stop()))));

const query = (propertyId: string): string => `?propertyId=${propertyId}&onMissing=PROPOSE_MOVE_OUT`;
const yesterday = (): Date => new Date(Date.now() - 86_400_000);

interface RowsPage {
  rows: { line: number; entity: { userId: string } }[];
  total: number;
}

test('a worker plans a roster of more than 5,000 residents, and its move-outs are listed page by page', async () => {
  const as = await newTenantCaller();
  const tenantId = as.tenantId ?? '';
  const { id: propertyId } = await addProperty(admin, as);
  const { id: unitId } = await addUnit(admin, as, propertyId, '1');
  const size = 5200;
  const ctx = workContext(testWorker, tenantId);
  const home = {
    unitId,
    propertyId,
    role: 'OCCUPANT',
    endsAt: null,
    canceledAt: null,
    inviteId: null,
  } as const;
  const rows = Array.from({ length: size }, (_, at) =>
    newUser(ctx, {
      email: `crowd-${at}@example.test`,
      externalId: `crowd-${at}`,
      residences: [{ ...home, id: newId('residence'), startsAt: yesterday(), dueAt: null }],
    }),
  );
  await insertRows(UserModel, rows, null);

  const sent = await sendTable(admin, as, 'unit,email,externalId\n1,crowd-0@example.test,crowd-0\n', {
    query: query(propertyId),
  });
  expect([sent.status, sent.body.import.status]).toEqual([202, 'VALIDATING']);
  workers.push(startImportWorker({ ...testWorker, everyMs: 20 }));
  const client = importClient(admin, as);
  const planned = await client.ended(sent.body.import.id, 'VALIDATED');
  expect(planned.totals).toMatchObject({ moveOut: size - 1, unchanged: 1, error: 0 });

  const seen = new Set<string>();
  for (let offset = 0; offset < size; offset += 200) {
    const path = `/api/admin/imports/${planned.id}/rows?verdict=move_out&limit=200&offset=${offset}`;
    const { body } = await admin.call<RowsPage>('GET', path, { as });
    expect(body.total).toBe(size - 1);
    for (const { entity } of body.rows) seen.add(entity.userId);
  }
  expect(seen.size).toBe(size - 1);
});

test('a caller restricted to one property proposes no move-outs elsewhere, and 404 for another property', async () => {
  const caller = await newTenantCaller();
  const [own, other] = [await addProperty(admin, caller), await addProperty(admin, caller, 'Other')];
  const as = { ...caller, propertyIds: [own.id] };
  const addResident = async (propertyId: string, name: string) => {
    const { id: unitId } = await addUnit(admin, caller, propertyId, name);
    const residence = { unitId, startsAt: yesterday().toISOString() };
    return addUser(admin, caller, { email: `${name}@example.test`, externalId: name, residence });
  };
  const gone = await addResident(own.id, 'gone');
  await addResident(own.id, 'stays');
  await addResident(other.id, 'elsewhere');
  const table = 'unit,email,externalId\nstays,stays@example.test,stays\n';

  const sent = await sendTable(admin, as, table, { query: query(own.id) });
  expect([sent.status, sent.body.import.totals.moveOut]).toEqual([201, 1]);
  const proposed = await importClient(admin, as).rowsOf(sent.body.import.id, 'move_out');
  expect(proposed.map(({ entity }) => entity.userId)).toEqual([gone.id]);
  const foreign = await sendTable(admin, as, table, { query: query(other.id) });
  expect(foreign.status).toBe(404);
});
