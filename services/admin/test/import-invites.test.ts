import { OutboxModel } from '@pas/platform/events/outbox';
import { workContext } from '@pas/shared/context/work-context';
import type { ImportRow } from '@pas/shared/models/import';
import { InviteModel } from '@pas/shared/models/invite';
import { UserModel } from '@pas/shared/models/user';
import { expect, test } from 'vitest';
import { runCommit } from '../src/resources/imports/committing/run-commit.ts';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { importClient, roster, rosterColumns } from './import-support.ts';
import { planImport, testWorker } from './plan-import.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const { commit, read } = importClient(admin, caller);

const options = (invite: ImportRow['options']['invite']): ImportRow['options'] => ({
  onExisting: 'UPDATE',
  onMissing: 'KEEP',
  createUnits: true,
  invite,
});

const workOn = (imported: ImportRow) => ({
  imported,
  onboarding: testWorker.onboarding,
  context: () => workContext(testWorker, tenantId),
  proceed: async () => undefined,
});

async function planFor(name: string, rows: string[][], invite: ImportRow['options']['invite']) {
  const propertyId = (await addProperty(admin, caller, name)).id;
  return planImport(tenantId, { columns: rosterColumns, rows }, { propertyId, options: options(invite) });
}

const publishedBy = async (type: string, propertyId: string | null): Promise<number> =>
  OutboxModel.countDocuments({
    subject: `pas.v1.onboarding.invite.${type}`,
    'envelope.data.propertyId': propertyId,
  });

test('DISPATCH invites every new resident once, with four concurrent workers', async () => {
  const planned = await planFor('Dispatch House', roster('mailed', 120), 'DISPATCH');
  const { _id: importId, propertyId } = planned;
  await commit(importId);
  const run = async (): Promise<void> => runCommit(workOn(planned)).catch(() => undefined);
  await Promise.all(Array.from({ length: 4 }, run));
  await runCommit(workOn(planned));
  expect(await read(importId)).toMatchObject({
    status: 'COMMITTED',
    progress: { done: 120, invited: 120, stale: 0 },
  });
  const invites = await InviteModel.find({ tenantId, propertyId: propertyId ?? '' }).lean();
  expect(new Set(invites.map(({ inviteeEmail }) => inviteeEmail)).size).toBe(120);
  expect(invites).toHaveLength(120);
  expect(invites[0]).toMatchObject({ status: 'PENDING', createdBy: { id: caller.id } });
  const deliveries = invites.map((invite) =>
    invite.deliveries.map(({ channel, status }) => [channel, status]),
  );
  expect(deliveries).toEqual(Array.from({ length: 120 }, () => [['EMAIL', 'QUEUED']]));
  expect(await publishedBy('created', propertyId)).toBe(120);
  expect(await publishedBy('dispatched', propertyId)).toBe(120);
  const recorded = { 'envelope.data.action': 'invite.created', 'envelope.data.targets.id': importId };
  expect(await OutboxModel.countDocuments(recorded)).toBe(120);
});

test('DISPATCH creates all invites of a person with fifteen homes, and sends ten', async () => {
  const rows = Array.from({ length: 15 }, (_, at) => [`L${at}`, 'fifteen@example.test', 'Ada', 'fifteen']);
  const planned = await planFor('Fifteen House', rows, 'DISPATCH');
  await commit(planned._id);
  await runCommit(workOn(planned));
  expect(await read(planned._id)).toMatchObject({ status: 'COMMITTED', progress: { invited: 15 } });
  const invites = await InviteModel.find({ tenantId, propertyId: planned.propertyId ?? '' }).lean();
  const outcomes = invites.flatMap(({ deliveries }) =>
    deliveries.map(({ status, error }) => `${status} ${error}`),
  );
  expect(outcomes.toSorted()).toEqual([
    ...Array<string>(5).fill('FAILED recipient_limit_reached'),
    ...Array<string>(10).fill('QUEUED null'),
  ]);
  expect(await publishedBy('dispatched', planned.propertyId)).toBe(10);
});

test('CREATE sends nothing, and leaves out residents who can sign in already', async () => {
  const planned = await planFor('Create House', roster('made', 3), 'CREATE');
  const { _id: importId, propertyId } = planned;
  await commit(importId);
  const work = workOn(planned);
  let steps = 0;
  const stopping = new Error('stopped');
  // Stops between the rows and the invites, like a crash.
  const proceed = async (): Promise<void> => {
    steps += 1;
    if (steps > 1) throw stopping;
  };
  await expect(runCommit({ ...work, proceed })).rejects.toBe(stopping);
  await UserModel.updateOne({ tenantId, email: 'made-1@example.test' }, { $set: { accountId: 'known' } });
  await runCommit(work);
  expect(await read(importId)).toMatchObject({ status: 'COMMITTED', progress: { done: 3, invited: 2 } });
  const invites = await InviteModel.find({ tenantId, propertyId: propertyId ?? '' })
    .sort({ inviteeEmail: 1 })
    .lean();
  expect(invites.map(({ inviteeEmail, deliveries }) => [inviteeEmail, deliveries.length])).toEqual([
    ['made-0@example.test', 0],
    ['made-2@example.test', 0],
  ]);
  expect(await publishedBy('dispatched', propertyId)).toBe(0);
});

test('NONE invites nobody', async () => {
  const planned = await planFor('Quiet House', roster('quiet', 2), 'NONE');
  await commit(planned._id);
  await runCommit(workOn(planned));
  expect(await read(planned._id)).toMatchObject({ status: 'COMMITTED', progress: { invited: 0 } });
  expect(await InviteModel.countDocuments({ tenantId, propertyId: planned.propertyId ?? '' })).toBe(0);
});
