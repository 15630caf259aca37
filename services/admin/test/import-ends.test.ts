import { OutboxModel } from '@pas/platform/events/outbox';
import { workContext } from '@pas/shared/context/work-context';
import type { ImportRow } from '@pas/shared/models/import';
import { InviteModel } from '@pas/shared/models/invite';
import { TenantModel } from '@pas/shared/models/tenant';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeEach, describe, expect, test } from 'vitest';
import { runCommit } from '../src/resources/imports/committing/run-commit.ts';
import { failImport } from '../src/resources/imports/worker/fail-import.ts';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { importClient, roster, rosterColumns as columns } from './import-support.ts';
import { planImport, testWorker } from './plan-import.ts';
import { addUser } from './user-support.ts';

const admin = await startAdmin();

/** Rows of one batch. The table of these tests has some more. */
const batch = 500;
const stopping = new Error('stopped');

let caller: Awaited<ReturnType<typeof newTenantCaller>>;
let tenantId: string;
let planned: ImportRow;
let client: ReturnType<typeof importClient>;

beforeEach(async () => {
  caller = await newTenantCaller();
  tenantId = caller.tenantId ?? '';
  client = importClient(admin, caller);
  const propertyId = (await addProperty(admin, caller, 'Half House')).id;
  const options = { onExisting: 'UPDATE', onMissing: 'KEEP', createUnits: true, invite: 'DISPATCH' } as const;
  const rows = roster('half', batch + 20);
  planned = await planImport(tenantId, { columns, rows }, { propertyId, options });
  await client.commit(planned._id);
});

/** Works on the import, optionally for a number of steps. */
async function run(steps = Number.POSITIVE_INFINITY): Promise<void> {
  let step = 0;
  const proceed = async (): Promise<void> => {
    step += 1;
    if (step > steps) throw stopping;
  };
  const context = () => workContext(testWorker, tenantId);
  await runCommit({ imported: planned, onboarding: testWorker.onboarding, context, proceed }).catch(
    (error: unknown) => {
      if (error !== stopping) throw error;
    },
  );
}

const invitesOf = async (): Promise<number> => InviteModel.countDocuments({ tenantId });

describe('an import that ends after its first batch', () => {
  test('FAILED invites the residents of the executed rows, and publishes no commit', async () => {
    await run(1);
    await addUser(admin, caller, { email: `half-${batch + 5}@example.test` });
    await run();
    const failed = await client.read(planned._id);
    expect(failed).toMatchObject({ status: 'FAILED', progress: { done: batch, stale: 1, invited: batch } });
    expect(failed.failure).toMatch(/1 rows have become stale.*500 rows before them are done and stay/);
    expect(failed.committedAt).toBeNull();
    expect(await invitesOf()).toBe(batch);
    const subject = 'pas.v1.onboarding.import.committed';
    expect(await OutboxModel.countDocuments({ subject, 'envelope.tenantid': tenantId })).toBe(0);
  });

  test('CANCELED also invites them; a second cancel stops the invites', async () => {
    await run(1);
    await client.act(planned._id, 'cancel');
    // The ending is stored, and two batches of 50 are invited.
    await run(3);
    expect(await client.read(planned._id)).toMatchObject({
      status: 'COMMITTING',
      progress: { invited: 100 },
    });
    await client.act(planned._id, 'cancel');
    await run();
    const canceled = await client.read(planned._id);
    expect(canceled).toMatchObject({ status: 'CANCELED', failure: null, committedAt: null });
    expect(canceled.progress).toMatchObject({ done: batch, invited: 100 });
    expect(await invitesOf()).toBe(100);
  });

  test('by an unexpected error invites them, unless the invites fail as well', async () => {
    await run(1);
    const ctx = workContext(testWorker, tenantId);
    await failImport(ctx, { _id: planned._id, status: 'COMMITTING' });
    await run(2);
    expect(await client.read(planned._id)).toMatchObject({
      status: 'COMMITTING',
      progress: { invited: 100 },
    });
    await failImport(ctx, { _id: planned._id, status: 'COMMITTING' });
    const failed = await client.read(planned._id);
    expect(failed).toMatchObject({ status: 'FAILED', progress: { done: batch, invited: 100 } });
    expect(failed.failure).toMatch(/unexpected error.*500 rows are done and stay/);
  });

  test('after a suspension of its tenant has that reason, and invites nobody', async () => {
    await run(1);
    await TenantModel.updateOne({ _id: tenantId }, { $set: { status: 'SUSPENDED' } });
    const isSuspended = async () => (await readTenant(tenantId)).status === 'SUSPENDED';
    await waitUntil(isSuspended, { what: 'the tenant to be read again' });
    await run();
    const failed = await client.read(planned._id);
    expect(failed).toMatchObject({ status: 'FAILED', progress: { done: batch, invited: 0 } });
    expect(failed.failure).toMatch(/tenant was suspended. 500 rows were done/);
    expect(await invitesOf()).toBe(0);
  });
});

test('403 for a commit by a caller without the scopes that the options need', async () => {
  const narrow = importClient(admin, { ...caller, scopes: ['imports:*', 'units:write'] });
  expect(await narrow.commit(planned._id)).toMatchObject({
    status: 403,
    body: { code: 'insufficient_scope' },
  });
});
