import { connectDatabases, control, core, disconnectDatabases } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { openClients } from '@pas/platform/mongo/open-clients';
import { createSharedLookup, type ResolveName } from '@pas/platform/names/shared-lookup';
import { connectApart, openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { STATES, type Connection } from 'mongoose';
import { beforeEach, expect, inject, test } from 'vitest';

const databases = await useDatabases(openOwnDatabases);
beforeEach(async () => {
  await Promise.all([rows(core).deleteMany({}), rows(control).deleteMany({})]);
});

const rows = (connection: Connection) => connection.collection<{ _id: string }>('rows');
const idsIn = (connection: Connection) => rows(connection).distinct('_id');

/** Writes one row to each database, each in its own transaction. */
async function writeEach(): Promise<void> {
  await inTransaction(core, (session) => rows(core).insertOne({ _id: 'in core' }, { session }));
  await inTransaction(control, (session) => rows(control).insertOne({ _id: 'in control' }, { session }));
}

test('two databases of one server share a client, and have separate rows', async () => {
  expect(core.getClient()).toBe(control.getClient());
  await writeEach();
  expect([await idsIn(core), await idsIn(control)]).toEqual([['in core'], ['in control']]);
});

test('databases whose addresses differ in more than their names have a client each', async () => {
  await connectApart(inject('mongoUrl'));
  expect(core.getClient()).not.toBe(control.getClient());
  await writeEach();
  expect([await idsIn(core), await idsIn(control)]).toEqual([['in core'], ['in control']]);
});

test('one database may be both', async () => {
  await disconnectDatabases();
  await connectDatabases({ core: databases.coreUrl, control: databases.coreUrl });
  await rows(core).insertOne({ _id: 'in both' });
  expect(await idsIn(control)).toEqual(['in both']);
  await disconnectDatabases();
  await connectDatabases({ core: databases.coreUrl, control: databases.controlUrl });
});

test('neither is open when one of them can’t be opened, and both open afterwards', async () => {
  await disconnectDatabases();
  const shut = new URL(databases.controlUrl);
  Object.assign(shut, { username: 'nobody', password: 'nothing' });
  const opened = connectDatabases({ core: databases.coreUrl, control: shut.href });
  await expect(opened).rejects.toThrow(/Authentication failed/);
  expect(core.readyState).toBe(STATES.disconnected);
  await connectDatabases({ core: databases.coreUrl, control: databases.controlUrl });
  await writeEach();
});

test('a store is opened at its last address while the name servers do not answer', async () => {
  const url = new URL(databases.coreUrl);
  const { hostname: address } = url;
  url.host = `store.test:${url.port}`;
  url.searchParams.delete('replicaSet');
  url.searchParams.set('directConnection', 'true');
  let resolve: ResolveName = () => Promise.resolve([{ address, family: 4 }]);
  const names = createSharedLookup((name) => resolve(name), 1);
  const open = async (): Promise<void> => {
    const { core: store } = await openClients(
      { core: url.href, control: url.href },
      { lookup: names.lookup },
    );
    await store.client.close();
  };
  await open();
  resolve = () => new Promise(() => undefined);
  await expect(open()).resolves.toBeUndefined();
});
