import { beforeEach, expect, test } from 'vitest';

import { withTimeLeft } from '@pas/platform/deadline/deadline';
import { newId } from '@pas/shared/ids/id';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { control } from '@pas/platform/mongo/connections';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import { useDatabases } from '@pas/testing/test-databases';
import { tenantRow } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';

await useDatabases();
let tenant: TenantRow;
let reads: number;
control.getClient().on('commandStarted', ({ commandName }) => {
  if (commandName === 'find') reads += 1;
});
beforeEach(async () => {
  tenant = tenantRow();
  await TenantModel.insertMany([tenant]);
  reads = 0;
});

const change = (fields: Partial<TenantRow>) => TenantModel.updateOne({ _id: tenant._id }, { $set: fields });

test('concurrent and later calls share one read of a tenant', async () => {
  const read = await Promise.all(Array.from({ length: 50 }, () => readTenant(tenant._id)));
  await readTenant(tenant._id);
  expect(new Set(read.map(({ name }) => name))).toEqual(new Set(['Harbor Homes']));
  expect(reads).toBe(1);
});

test('the deadline of the first caller does not end a shared read', async () => {
  const first = withTimeLeft(-1, () => readTenant(tenant._id));
  const second = readTenant(tenant._id);
  expect([(await first)._id, (await second)._id]).toEqual([tenant._id, tenant._id]);
  expect(reads).toBe(1);
});

test('a change is visible within a second', async () => {
  await readTenant(tenant._id);
  await change({ status: 'SUSPENDED' });
  const isSeen = async () => (await readTenant(tenant._id)).status === 'SUSPENDED';
  expect(await waitUntil(isSeen, { what: 'the suspension to be seen', timeoutMs: 1500 })).toBe(true);
});

test('a missing tenant is read each time, so that a new one is found immediately', async () => {
  const later = { ...tenant, _id: newId('tenant'), slug: newId('tenant') };
  await expect(readTenant(later._id)).rejects.toMatchObject({ kind: 'not_found' });
  await TenantModel.insertMany([later]);
  expect(await readTenant(later._id)).toMatchObject({ _id: later._id });
});

test('a deleted tenant is not found', async () => {
  await change({ isLive: false, deletedAt: new Date() });
  await expect(readTenant(tenant._id)).rejects.toMatchObject({ kind: 'not_found' });
});
