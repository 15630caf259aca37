import { once } from 'node:events';
import { newId } from '@pas/shared/ids/id';
import { UnitModel } from '@pas/shared/models/unit';
import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { openOwnDatabases, type TestDatabases } from '@pas/testing/test-databases';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { unitRow } from '@pas/testing/rows';
import { startSeveringProxy, type SeveringProxy } from './severing-proxy.ts';

let proxy: SeveringProxy;
let databases: TestDatabases;

beforeAll(async () => {
  const url = new URL(inject('mongoUrl'));
  proxy = await startSeveringProxy({ host: url.hostname, port: Number(url.port) });
  Object.assign(url, { hostname: '127.0.0.1', port: proxy.port });
  url.searchParams.delete('replicaSet');
  url.searchParams.set('directConnection', 'true');
  databases = await openOwnDatabases(url.href);
});
afterAll(async () => {
  await databases.stop();
  await proxy.stop();
});

test('a committed change with a lost answer is not repeated', async () => {
  const tenantId = newId('tenant');
  let runs = 0;
  let calls = 0;
  const isFirstSeen = await inTransaction(core, async (session, transaction) => {
    runs += 1;
    transaction.onCommitted(() => (calls += 1));
    // Like an operation that makes its ids within its change: a second run would make a second unit.
    await UnitModel.insertMany([unitRow(tenantId)], { session });
    if (runs === 1) proxy.severNextCommit(once(core.getClient(), 'connectionPoolCleared'));
    return runs === 1;
  });
  expect(isFirstSeen).toBe(true);
  expect(calls).toBe(1);
  expect(await UnitModel.countDocuments({ tenantId })).toBe(1);
});
