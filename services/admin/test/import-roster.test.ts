import { ImportModel } from '@pas/shared/models/import';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import type { Principal } from '@pas/shared/principal/principal';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { workContext } from '@pas/shared/context/work-context';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startImportWorker } from '../src/resources/imports/worker/start-import-worker.ts';
import { validateImport } from '../src/resources/imports/planning/validate-import.ts';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { importClient } from './import-support.ts';
import { testWorker } from './plan-import.ts';
import { sendTable } from './table-support.ts';
import {
  addDevice,
  addOwnPass,
  addSession,
  addUser,
  dayMs,
  isLivePass,
  isOpen,
  residenceEvents,
  storedDevice,
} from './user-support.ts';

const admin = await startAdmin();

let caller: Principal;
let tenantId: string;
let propertyId: string;
let unitId: string;
let client: ReturnType<typeof importClient>;

const workers: { stop(): Promise<void> }[] = [];
const startWorker = (): void => void workers.push(startImportWorker({ ...testWorker, everyMs: 20 }));

beforeEach(async () => {
  caller = await newTenantCaller();
  tenantId = caller.tenantId ?? '';
  propertyId = (await addProperty(admin, caller)).id;
  unitId = (await addUnit(admin, caller, propertyId, '1')).id;
  client = importClient(admin, caller);
});
afterEach(async () => void (await Promise.all(workers.splice(0).map((worker) => worker.stop()))));

const ago = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();

/** Returns a resident who has lived in a unit for ten days, by default with an externalId. */
const resident = (name: string, { unit = unitId, ...fields }: { unit?: string; externalId?: null } = {}) =>
  addUser(admin, caller, {
    email: `${name}@example.test`,
    externalId: name,
    residence: { unitId: unit, startsAt: ago(10) },
    ...fields,
  });

const table = (...rows: string[]): string => ['unit,email,firstName', ...rows, ''].join('\n');
const proposing = (more = '') =>
  `?propertyId=${propertyId}&createUnits=true&onMissing=PROPOSE_MOVE_OUT${more}`;

async function plan(rows: string[], query = proposing()) {
  const { status, body } = await sendTable(admin, caller, table(...rows), { query });
  expect(status).toBe(201);
  return body.import;
}

async function commitAll(id: string, fields: object = { confirmMoveOuts: true }) {
  startWorker();
  expect((await client.commit(id, fields)).status).toBe(202);
  return client.ended(id);
}

const byText = (a: unknown, b: unknown): number => String(a).localeCompare(String(b), 'en');

const proposed = async (id: string) =>
  (await client.rowsOf(id, 'move_out')).map(({ entity }) => entity.userId).toSorted(byText);

test('missing residents with an externalId or from an earlier import are proposed', async () => {
  const first = await plan(['2,ana@example.test,Ana', '3,ben@example.test,Ben']);
  await commitAll(first.id);
  await ImportedRowModel.collection.deleteMany({ tenantId, importId: first.id });
  const [ana, keyed] = [
    await UserModel.findOne({ tenantId, email: 'ana@example.test' }).lean(),
    await resident('keyed'),
  ];
  const elsewhere = (await addUnit(admin, caller, (await addProperty(admin, caller, 'Other')).id, '1')).id;
  await resident('elsewhere', { unit: elsewhere });
  await resident('byhand', { externalId: null });
  const leaving = await resident('leaving');
  const effectiveAt = new Date(Date.now() + dayMs).toISOString();
  await admin.call('POST', `/api/admin/users/${leaving.id}/move-out`, {
    as: caller,
    body: { unitId, effectiveAt },
  });

  const rows = ['3,ben@example.test,Ben', '4,new@example.test,Nia'];
  const planned = await plan(rows);
  expect(planned.totals).toMatchObject({ rows: 2, create: 1, unchanged: 1, moveOut: 2 });
  expect(await proposed(planned.id)).toEqual([ana?._id, keyed.id].toSorted(byText));
  const [row] = await client.rowsOf(planned.id, 'move_out');
  expect(row).toMatchObject({ line: 4, entity: { propertyId }, errors: [] });
  expect(row?.changes).toEqual([{ field: 'residence.unit', before: '1', after: null }]);
  const stored = await ImportModel.findOne({ _id: planned.id, tenantId }).lean();
  expect(stored?.proposable).toBe(3);
  const errors = await admin.send(`/api/admin/imports/${planned.id}/errors.csv`, { as: caller });
  expect((await errors.text()).trim().split('\n')).toHaveLength(1);

  const kept = await plan(rows, `?propertyId=${propertyId}&createUnits=true`);
  expect(kept.totals.moveOut).toBe(0);
  expect(kept.planHash).not.toBe(planned.planHash);
});

test('a row with errors protects every resident that it may mean', async () => {
  await resident('typo');
  const faulty = ['1,typo@example.test,Tom', `1,typo@example.test,Tim`, '4,ok@example.test,Ok'];
  expect((await plan(faulty)).totals).toMatchObject({ error: 1, moveOut: 0 });
  const nobody = ['1,nobody,Tom', '4,ok@example.test,Ok'];
  expect((await plan(nobody)).totals).toMatchObject({ error: 1, moveOut: 0 });
  expect((await plan(['1,nobody,Tom'])).status).toBe('INVALID');
});

test('a commit moves them out with all effects, and a revert undoes it', async () => {
  const user = await resident('gone');
  const [session, device] = [await addSession(user), await addDevice(user)];
  const pass = await addOwnPass(user, propertyId);
  const planned = await plan(['2,stays@example.test,Sam']);
  const refused = await client.commit(planned.id);
  expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_move_outs' } });
  const done = await commitAll(planned.id);
  expect(done).toMatchObject({
    status: 'COMMITTED',
    totals: { create: 1, moveOut: 1 },
    progress: { rows: 2, done: 2, stale: 0 },
  });
  const occupancy = async () => (await UnitModel.findOne({ _id: unitId, tenantId }).lean())?.occupancy;
  const stored = async () => UserModel.findOne({ _id: user.id, tenantId }).lean();
  const former = await stored();
  expect(former?.status).toBe('FORMER');
  expect(former?.residences[0]?.endsAt?.getTime()).toBeGreaterThan(Date.parse(planned.createdAt));
  expect(await occupancy()).toBe('VACANT');
  expect(await isOpen(session)).toBe(false);
  expect((await storedDevice(device, tenantId))?.isLive).toBe(false);
  expect(await isLivePass(pass, tenantId)).toBe(false);
  expect(await residenceEvents(user.id)).toEqual(['started', 'ended']);

  await client.act(planned.id, 'revert');
  const undone = await client.ended(planned.id, 'REVERTED');
  expect(undone).toMatchObject({ totals: { reverted: 2 }, progress: { kept: 0 } });
  expect((await stored())?.residences[0]?.endsAt).toBeNull();
  expect((await stored())?.status).toBe('INVITED');
  expect(await occupancy()).toBe('OCCUPIED');
});

test('a tenth of the residents needs no confirmation, and a complete roster proposes nobody', async () => {
  const everybody = Array.from({ length: 10 }, (_, at) => `${at},r${at}@example.test,Name`);
  await commitAll((await plan(everybody)).id);
  expect((await plan(everybody)).totals).toMatchObject({ unchanged: 10, moveOut: 0 });
  const planned = await plan(everybody.slice(1));
  expect(planned.totals).toMatchObject({ unchanged: 9, moveOut: 1 });
  expect(await commitAll(planned.id, {})).toMatchObject({ status: 'COMMITTED', progress: { done: 1 } });
});

test('409 plan_stale for a resident who has moved out since the dry run', async () => {
  const user = await resident('early');
  const planned = await plan(['2,stays@example.test,Sam']);
  await admin.call('POST', `/api/admin/users/${user.id}/move-out`, { as: caller, body: { unitId } });
  const refused = await client.commit(planned.id, { confirmMoveOuts: true });
  expect(refused).toMatchObject({ status: 409, body: { code: 'plan_stale' } });
  expect(refused.body.errors.map(({ path }) => path)).toEqual(['line 3']);
});

test('a resident of two units leaves both, and a revert restores both', async () => {
  const user = await resident('both');
  const second = (await addUnit(admin, caller, propertyId, '9')).id;
  await admin.call('POST', `/api/admin/users/${user.id}/residences`, {
    as: caller,
    body: { unitId: second, startsAt: ago(5) },
  });
  const planned = await plan(['2,stays@example.test,Sam']);
  expect(planned.totals.moveOut).toBe(2);
  await commitAll(planned.id);
  const ends = async () =>
    (await UserModel.findOne({ _id: user.id, tenantId }).lean())?.residences.map(
      ({ endsAt }) => endsAt !== null,
    );
  expect(await ends()).toEqual([true, true]);
  await client.act(planned.id, 'revert');
  expect(await client.ended(planned.id, 'REVERTED')).toMatchObject({ progress: { kept: 0 } });
  expect(await ends()).toEqual([false, false]);
});

test('a worker produces the plan of synchronous planning, also after a restart', async () => {
  await resident('gone');
  await resident('left');
  const { id, planHash } = await plan(['2,stays@example.test,Sam', '1,left@example.test,Lea']);
  const again = { status: 'VALIDATING' as const, planHash: null, proposable: null };
  await ImportModel.updateOne({ _id: id, tenantId }, { $set: again });
  const waiting = await ImportModel.findOne({ _id: id, tenantId }).lean();
  if (!waiting) throw new Error('The import is gone.');
  const context = () => ({ ...workContext(testWorker, tenantId), now: waiting.createdAt });
  const { onboarding } = testWorker;
  await validateImport({ imported: waiting, onboarding, context, proceed: async () => undefined });
  const stored = await ImportModel.findOne({ _id: id, tenantId }).lean();
  expect(stored).toMatchObject({ status: 'VALIDATED', planHash, proposable: 2, totals: { moveOut: 1 } });
  expect(await proposed(id)).toHaveLength(1);
});
