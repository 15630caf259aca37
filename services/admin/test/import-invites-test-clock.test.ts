import { useTestTimes } from '@pas/shared/context/tenant-now';
import { workContext } from '@pas/shared/context/work-context';
import { InviteModel } from '@pas/shared/models/invite';
import { inviteRow } from '@pas/testing/rows';
import { afterEach, expect, test } from 'vitest';
import { runCommit } from '../src/resources/imports/committing/run-commit.ts';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { importClient, rosterColumns } from './import-support.ts';
import { planImport, testWorker } from './plan-import.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const dayMs = 86_400_000;

afterEach(() => useTestTimes(new Map()));

test('an import invites a person again whose invite has expired by the test clock', async () => {
  const propertyId = (await addProperty(admin, caller)).id;
  const { id } = await addUnit(admin, caller, propertyId, '1');
  const email = 'jo@example.test';
  const own = { inviteeEmail: email, contactKey: email, pendingKey: `${id}|${email}` };
  const expiresAt = new Date(Date.now() + dayMs);
  await InviteModel.insertMany([inviteRow({ _id: id, tenantId, propertyId }, { ...own, expiresAt })]);
  useTestTimes(new Map([[tenantId, Date.now() + 2 * dayMs]]));
  const options = { onExisting: 'UPDATE', onMissing: 'KEEP', createUnits: true, invite: 'CREATE' } as const;
  const rows = [['1', email, 'Jo', 'jo']];
  const imported = await planImport(tenantId, { columns: rosterColumns, rows }, { propertyId, options });
  await importClient(admin, caller).commit(imported._id);
  await runCommit({
    imported,
    onboarding: testWorker.onboarding,
    context: () => workContext(testWorker, tenantId),
    proceed: async () => undefined,
  });
  const invites = await InviteModel.find({ tenantId }).sort({ _id: 1 }).lean();
  expect(invites.map(({ expiredReason, status }) => expiredReason ?? status)).toEqual(['TTL', 'PENDING']);
});
