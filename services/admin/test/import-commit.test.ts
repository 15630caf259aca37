import { OutboxModel } from '@pas/platform/events/outbox';
import { batchType } from '@pas/shared/events/batch-events';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import { ImportModel } from '@pas/shared/models/import';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { committedEvents } from '@pas/testing/committed-events';
import { sendWithoutReading } from '@pas/testing/send-unheard';
import { afterEach, expect, test } from 'vitest';
import { startImportWorker } from '../src/resources/imports/worker/start-import-worker.ts';
import { runCommit } from '../src/resources/imports/committing/run-commit.ts';
import { workContext } from '@pas/shared/context/work-context';
import { addProperty, addUnit, newTenantCaller, startAdmin, type InviteAnswer } from './admin-harness.ts';
import { importClient, roster, rosterColumns as columns, type ImportAnswer } from './import-support.ts';
import { planImport, testWorker } from './plan-import.ts';
import { addSession, addUser, isOpen } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const { commit, read, ended, act } = importClient(admin, caller);

const workers: { stop(): Promise<void> }[] = [];
const startWorker = (): void => void workers.push(startImportWorker({ ...testWorker, everyMs: 20 }));
afterEach(async () => void (await Promise.all(workers.splice(0).map((worker) => worker.stop()))));

const newProperty = async (name: string) => (await addProperty(admin, caller, name)).id;

const eventsOf = async (filter: object) =>
  (await OutboxModel.find(filter).lean()).map(({ envelope }) => envelope);

test('202, then every row of the plan is executed once, with events and records', async () => {
  const propertyId = await newProperty('Plan House');
  const planned = await planImport(tenantId, { columns, rows: roster('plan', 1201) }, { propertyId });
  startWorker();
  startWorker();
  const started = await commit(planned._id, { planHash: planned.planHash });
  expect(started).toMatchObject({ status: 202, body: { import: { status: 'COMMITTING', version: 2 } } });

  const done = await ended(planned._id);
  expect(done).toMatchObject({
    status: 'COMMITTED',
    totals: { create: 1201, error: 0 },
    progress: { rows: 1201, done: 1201, stale: 0 },
  });
  expect(done.committedAt).not.toBeNull();
  const here = { tenantId, 'residences.propertyId': propertyId };
  expect(await UserModel.countDocuments({ ...here, status: 'INVITED', version: 1 })).toBe(1201);
  const roles = await UserModel.find(here).lean();
  expect(roles.filter(({ residences }) => residences[0]?.role === 'PRIMARY')).toHaveLength(601);
  expect(await UnitModel.countDocuments({ tenantId, propertyId, occupancy: 'OCCUPIED' })).toBe(601);
  const rows = { tenantId, importId: planned._id };
  expect(await ImportedRowModel.countDocuments({ ...rows, execution: 'DONE' })).toBe(1201);

  const homes = (await committedEvents(tenantId, 'pas.v1.onboarding.residence.started')).filter(
    ({ data }) => data['propertyId'] === propertyId,
  );
  expect(new Set(homes.map(({ subject }) => subject)).size).toBe(1201);
  expect(homes).toHaveLength(1201);
  expect(await OutboxModel.countDocuments({ tenantId, subject: batchType })).toBe(0);
  const committed = await eventsOf({
    subject: 'pas.v1.onboarding.import.committed',
    'envelope.subject': planned._id,
  });
  expect(committed).toMatchObject([
    { data: { importId: planned._id, propertyId, created: 1201, movedOut: 0 } },
  ]);
  const records = await eventsOf({ 'envelope.data.targets.id': planned._id });
  const targets = records.flatMap(({ data }) => data['targets'] as { type: string; id: string }[]);
  expect(new Set(targets.filter(({ type }) => type === 'user').map(({ id }) => id)).size).toBe(1201);
  const actors = new Set(records.map(({ data }) => (data['actor'] as { id: string }).id));
  expect(actors).toEqual(new Set([caller.id]));
  const { total } = (await admin.call<{ total: number }>('GET', '/api/admin/users?limit=1', { as: caller }))
    .body;
  expect(total).toBe(1201);

  const again = await commit(planned._id);
  expect(again).toMatchObject({ status: 202, body: { import: { status: 'COMMITTED', version: 3 } } });
});

test('one of fifty concurrent commits starts the import, with equal answers', async () => {
  const propertyId = await newProperty('Fifty House');
  const planned = await planImport(tenantId, { columns, rows: roster('fifty', 4) }, { propertyId });
  const answers = await Promise.all(Array.from({ length: 50 }, () => commit(planned._id)));
  expect(
    new Set(answers.map(({ status, body }) => `${status} ${status < 300 ? body.import.version : body.code}`)),
  ).toEqual(new Set(['202 2']));
  const records = await eventsOf({
    'envelope.data.action': 'import.commit_started',
    'envelope.subject': planned._id,
  });
  expect(records).toHaveLength(1);
});

test('a repeated commit after a lost answer gets the same answer, in each of twenty rounds', async () => {
  const propertyId = await newProperty('Unheard House');
  for (let round = 0; round < 20; round += 1) {
    const rows = roster(`unheard-${round}`, 1);
    const { _id: importId } = await planImport(tenantId, { columns, rows }, { propertyId });
    const path = '/api/admin/imports/residents/commit';
    const request = { path, as: caller, body: JSON.stringify({ importId }) };
    await sendWithoutReading(admin, request, async () => (await read(importId)).status === 'COMMITTING');
    const [again, third] = [await commit(importId), await commit(importId)];
    expect([again.status, again.body.import.version]).toEqual([202, 2]);
    expect(third).toMatchObject({ status: 202, body: again.body });
    const filter = { 'envelope.data.action': 'import.commit_started', 'envelope.subject': importId };
    expect(await eventsOf(filter)).toHaveLength(1);
  }
});

test('four concurrent workers execute each row once, and none ends the import early', async () => {
  const propertyId = await newProperty('Crowd House');
  const planned = await planImport(tenantId, { columns, rows: roster('crowd', 40) }, { propertyId });
  await commit(planned._id);
  const context = () => workContext(testWorker, tenantId);
  const { onboarding } = testWorker;
  const work = { imported: planned, onboarding, context, proceed: async () => undefined };
  await Promise.all(Array.from({ length: 4 }, async () => runCommit(work).catch(() => undefined)));
  await runCommit(work);
  expect(await read(planned._id)).toMatchObject({
    status: 'COMMITTED',
    totals: { create: 40 },
    progress: { done: 40, stale: 0 },
  });
});

test('422 for rows with errors; VALID_ROWS leaves them out', async () => {
  const propertyId = await newProperty('Error House');
  const rows = [...roster('error', 3), ['9', 'nobody', 'No', 'error-9']];
  const planned = await planImport(tenantId, { columns, rows }, { propertyId });
  expect(await commit(planned._id)).toMatchObject({ status: 422, body: { code: 'import_has_errors' } });
  startWorker();
  expect((await commit(planned._id, { mode: 'VALID_ROWS' })).status).toBe(202);
  expect(await ended(planned._id)).toMatchObject({ status: 'COMMITTED', totals: { create: 3, error: 1 } });
});

test('409 for another, an expired, an unfinished and a cancelled plan', async () => {
  const propertyId = await newProperty('Refused House');
  const plan = (fields: object) => planImport(tenantId, { columns, rows: [] }, { propertyId, ...fields });
  const cases = [
    [await plan({}), { planHash: 'b'.repeat(64) }, 'plan_stale'],
    [await plan({ expiresAt: new Date(Date.now() - 1000) }), {}, 'import_expired'],
    [await plan({ status: 'VALIDATING' }), {}, 'import_not_ready'],
    [await plan({ status: 'CANCELED' }), {}, 'import_not_committable'],
  ] as const;
  for (const [{ _id }, fields, code] of cases)
    expect(await commit(_id, fields)).toMatchObject({ status: 409, body: { code } });
});

test('409 plan_stale names the rows whose operation has changed since the dry run', async () => {
  const propertyId = await newProperty('Stale House');
  await addUnit(admin, caller, propertyId, '1');
  const second = await addUnit(admin, caller, propertyId, '2');
  const options = { onExisting: 'UPDATE', onMissing: 'KEEP', createUnits: false, invite: 'NONE' } as const;
  const planned = await planImport(tenantId, { columns, rows: roster('stale', 4) }, { propertyId, options });
  await admin.call('DELETE', `/api/admin/units/${second.id}`, { as: caller });
  await addUser(admin, caller, { email: 'stale-1@example.test' });
  const refused = await commit(planned._id);
  expect(refused).toMatchObject({ status: 409, body: { code: 'plan_stale' } });
  expect(refused.body.errors.map(({ path }) => path)).toEqual(['line 3', 'line 4', 'line 5']);
  expect((await read(planned._id)).status).toBe('VALIDATED');
});

test('rows that become stale before execution: VALID_ROWS leaves them out, ALL_OR_NOTHING ends FAILED', async () => {
  const propertyId = await newProperty('Late House');
  const cases = [
    ['VALID_ROWS', 'late', 'COMMITTED', 3, null],
    ['ALL_OR_NOTHING', 'later', 'FAILED', 0, true],
  ] as const;
  for (const [mode, name, status, done, failure] of cases) {
    const planned = await planImport(tenantId, { columns, rows: roster(name, 4) }, { propertyId });
    await commit(planned._id, { mode });
    await addUser(admin, caller, { email: `${name}-1@example.test` });
    startWorker();
    const found = await ended(planned._id);
    expect(found).toMatchObject({ status, totals: { create: 3 }, progress: { done, stale: 1 } });
    expect(found.failure?.includes('Nothing was changed') ?? null).toBe(failure);
    const path = `/api/admin/imports/${planned._id}/rows?verdict=stale`;
    const { body } = await admin.call<{ rows: { line: number }[] }>('GET', path, { as: caller });
    expect(body.rows.map(({ line }) => line)).toEqual([3]);
  }
});

test('existing residents get new fields, a home or an end; a new e-mail ends the sessions', async () => {
  const propertyId = await newProperty('Change House');
  const unit = await addUnit(admin, caller, propertyId, '1');
  const user = await addUser(admin, caller, {
    status: 'ACTIVE',
    email: 'known@example.test',
    externalId: 'known',
    residence: { unitId: unit.id, startsAt: '2026-01-01T00:00:00Z' },
  });
  const session = await addSession(user);
  const invited = await admin.call<InviteAnswer>('POST', '/api/admin/onboarding/invite', {
    as: caller,
    body: {
      unitId: (await addUnit(admin, caller, propertyId, '2')).id,
      inviteeEmail: 'renamed@example.test',
    },
  });
  const rows = [
    ['1', 'renamed@example.test', 'Ken', 'known', '2027-01-31'],
    ['2', 'renamed@example.test', 'Ken', 'known', ''],
  ];
  const planned = await planImport(tenantId, { columns: [...columns, 'moveOut'], rows }, { propertyId });
  startWorker();
  await commit(planned._id);
  expect(await ended(planned._id)).toMatchObject({ status: 'COMMITTED', totals: { update: 2 } });
  const row = await UserModel.findOne({ _id: user.id, tenantId }).lean();
  expect(row).toMatchObject({ email: 'renamed@example.test', firstName: 'Ken', version: 2, accountId: null });
  expect(row?.residences.map(({ endsAt }) => endsAt !== null)).toEqual([true, false]);
  expect(await isOpen(session)).toBe(false);
  const path = `/api/admin/onboarding/invites/${invited.body.invite.id}`;
  const { body } = await admin.call<InviteAnswer>('GET', path, { as: caller });
  expect(body.invite).toMatchObject({ status: 'EXPIRED', expiredReason: 'SUPERSEDED' });
});

test('a cancelled commit stops between two batches, and the import counts the executed rows', async () => {
  const propertyId = await newProperty('Cancel House');
  const planned = await planImport(tenantId, { columns, rows: roster('cancel', 10) }, { propertyId });
  await commit(planned._id);
  const canceling = await act(planned._id, 'cancel');
  expect(canceling).toMatchObject({ status: 200, body: { import: { status: 'COMMITTING' } } });
  startWorker();
  expect(await ended(planned._id)).toMatchObject({ status: 'CANCELED', progress: { rows: 10, done: 0 } });
  expect(await ImportModel.countDocuments({ _id: planned._id, tenantId, checkpoint: 0 })).toBe(1);
});

test('the event stream of an import has each state once, and ends with the last one', async () => {
  const propertyId = await newProperty('Event House');
  const planned = await planImport(tenantId, { columns, rows: roster('event', 700) }, { propertyId });
  await commit(planned._id);
  const path = `/api/admin/imports/${planned._id}/events`;
  const stream = admin.send(path, { as: caller }).then((response) => response.text());
  startWorker();
  const text = await stream;
  const events = [...text.matchAll(/id: (.*)\nevent: import\ndata: (.*)\n/g)];
  const states = events.map(([, , data = '']) => (JSON.parse(data) as ImportAnswer).import.status);
  expect(states[0]).toBe('COMMITTING');
  expect(states.at(-1)).toBe('COMMITTED');
  const ids = events.map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const headers = { 'Last-Event-ID': ids.at(-1) ?? '' };
  expect(await (await admin.send(path, { as: caller, headers })).text()).toBe('');
});
