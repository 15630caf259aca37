import { InviteModel } from '@pas/shared/models/invite';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { OutboxModel } from '@pas/platform/events/outbox';
import { committedEvents } from '@pas/testing/committed-events';
import { afterEach, expect, test } from 'vitest';
import { startImportWorker } from '../src/resources/imports/worker/start-import-worker.ts';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { importClient, roster, rosterColumns as columns } from './import-support.ts';
import { planImport, testWorker } from './plan-import.ts';
import { addUser, dayMs, residenceEvents } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const { commit, ended, act, read, rowsOf } = importClient(admin, caller);

const workers: { stop(): Promise<void> }[] = [];
const startWorker = (): void => void workers.push(startImportWorker({ ...testWorker, everyMs: 20 }));
afterEach(async () => void (await Promise.all(workers.splice(0).map((worker) => worker.stop()))));

const newProperty = async (name: string) => (await addProperty(admin, caller, name)).id;

async function commitAll(planned: { _id: string }) {
  startWorker();
  await commit(planned._id);
  return ended(planned._id);
}

test('202, then new residents and units are deleted, and changed ones are kept', async () => {
  const propertyId = await newProperty('Revert House');
  const planned = await planImport(tenantId, { columns, rows: roster('revert', 700) }, { propertyId });
  await commitAll(planned);
  const live = { tenantId, isLive: true, 'residences.propertyId': propertyId };
  const touched = await UserModel.findOne({ ...live, email: 'revert-4@example.test' }).lean();
  await admin.call('PATCH', `/api/admin/users/${touched?._id}`, {
    as: caller,
    body: { firstName: 'Touched' },
  });

  const asked = await act(planned._id, 'revert');
  expect(asked).toMatchObject({ status: 202, body: { import: { status: 'REVERTING' } } });
  expect((await act(planned._id, 'revert')).status).toBe(202);
  const done = await ended(planned._id, 'REVERTED');
  expect(done).toMatchObject({ totals: { reverted: 699 }, progress: { kept: 1 } });
  expect(await rowsOf(planned._id, 'kept')).toMatchObject([{ line: 6, verdict: 'kept' }]);
  expect((await UserModel.find(live).lean()).map(({ email }) => email)).toEqual(['revert-4@example.test']);
  const units = await UnitModel.find({ tenantId, propertyId, isLive: true }).lean();
  expect(units.map(({ label, occupancy }) => [label, occupancy])).toEqual([['3', 'OCCUPIED']]);
  const { body } = await admin.call<{ total: number }>('GET', '/api/admin/users?limit=1', { as: caller });
  expect(body.total).toBe(1);
  const residenceEnds = await committedEvents(tenantId, 'pas.v1.onboarding.residence.ended');
  expect(residenceEnds.filter(({ data }) => data['propertyId'] === propertyId)).toHaveLength(699);
  const events = { subject: 'pas.v1.onboarding.import.reverted', 'envelope.subject': planned._id };
  const [event] = await OutboxModel.find(events).lean();
  expect(event?.envelope.data).toMatchObject({ reverted: 699, kept: 1 });
});

test('an existing resident gets the previous fields, homes and ends', async () => {
  const propertyId = await newProperty('Former House');
  const first = await addUnit(admin, caller, propertyId, '1');
  const user = await addUser(admin, caller, {
    email: 'former@example.test',
    externalId: 'former',
    firstName: 'Fay',
    residence: { unitId: first.id, startsAt: new Date(Date.now() - 90 * dayMs).toISOString() },
  });
  const yesterday = new Date(Date.now() - 2 * dayMs).toISOString().slice(0, 10);
  const rows = [
    ['1', 'renamed@example.test', 'Ken', 'former', yesterday],
    ['2', 'renamed@example.test', 'Ken', 'former', ''],
  ];
  const planned = await planImport(tenantId, { columns: [...columns, 'moveOut'], rows }, { propertyId });
  expect(await commitAll(planned)).toMatchObject({ status: 'COMMITTED', totals: { update: 2 } });
  await act(planned._id, 'revert');
  expect(await ended(planned._id, 'REVERTED')).toMatchObject({ totals: { reverted: 2 } });
  const row = await UserModel.findOne({ _id: user.id, tenantId }).lean();
  expect(row).toMatchObject({ email: 'former@example.test', firstName: 'Fay', status: 'INVITED' });
  const [home, added] = row?.residences ?? [];
  expect([home?.unitId, home?.endsAt]).toEqual([first.id, null]);
  expect(added?.endsAt).not.toBeNull();
  const events = (await residenceEvents(user.id)).toSorted();
  expect(events).toEqual(['ended', 'ended', 'started', 'started', 'started']);
  const occupancy = await UnitModel.findOne({ _id: first.id, tenantId }, { occupancy: 1 }).lean();
  expect(occupancy?.occupancy).toBe('OCCUPIED');
});

test('a person with lines in several batches is undone completely', async () => {
  const propertyId = await newProperty('Second Home House');
  const rows = roster('second', 600);
  rows.push(
    ['900', 'second-0@example.test', 'Name 0', 'second-0'],
    ['901', 'second-0@example.test', 'Name 0', 'second-0'],
  );
  const planned = await planImport(tenantId, { columns, rows }, { propertyId });
  expect(await commitAll(planned)).toMatchObject({ status: 'COMMITTED', progress: { done: 602 } });
  await act(planned._id, 'revert');
  const done = await ended(planned._id, 'REVERTED');
  expect(done).toMatchObject({ totals: { reverted: 602 }, progress: { kept: 0 } });
  expect(await UnitModel.countDocuments({ tenantId, propertyId, isLive: true })).toBe(0);
});

test('pending invites of residents who are undone are revoked', async () => {
  const propertyId = await newProperty('Invited House');
  const planned = await planImport(tenantId, { columns, rows: roster('invited', 1) }, { propertyId });
  await commitAll(planned);
  const user = await UserModel.findOne({ tenantId, email: 'invited-0@example.test' }).lean();
  const unitId = user?.residences[0]?.unitId ?? '';
  const body = { unitId, inviteeEmail: 'other@example.test' };
  await admin.call('POST', '/api/admin/onboarding/invite', { as: caller, body });
  await act(planned._id, 'revert');
  await ended(planned._id, 'REVERTED');
  const invite = await InviteModel.findOne({ tenantId, unitId }).lean();
  expect(invite).toMatchObject({ status: 'EXPIRED', expiredReason: 'REVOKED' });
});

test('409 for an uncommitted import, and for one of more than a day ago', async () => {
  const late = new Date(Date.now() - 25 * 3_600_000);
  for (const fields of [{}, { status: 'FAILED' }, { status: 'COMMITTED', committedAt: late }] as const) {
    const planned = await planImport(tenantId, { columns, rows: [] }, fields);
    const refused = await act(planned._id, 'revert');
    expect(refused).toMatchObject({ status: 409, body: { code: 'import_not_revertable' } });
  }
});

test('403 without the scopes of its options: it deletes units and revokes invites', async () => {
  const propertyId = await newProperty('Scoped Revert House');
  const rows = roster('scoped-revert', 1);
  const planned = await planImport(tenantId, { columns, rows }, { propertyId });
  await commitAll(planned);
  const narrow = { ...caller, scopes: ['imports:read', 'imports:write'] };
  const revert = async (scopes: readonly string[]) =>
    importClient(admin, { ...narrow, scopes: [...narrow.scopes, ...scopes] }).act(planned._id, 'revert');
  const refused = await revert(['onboarding:write', 'users:write']);
  expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  expect(refused.headers.get('www-authenticate')).toContain('scope="units:write"');
  expect((await read(planned._id)).status).toBe('COMMITTED');
  expect((await revert(['units:write'])).status).toBe(202);
  expect((await revert([])).status).toBe(403);
});
