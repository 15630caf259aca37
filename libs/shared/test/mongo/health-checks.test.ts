import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

import mongoose, { type Connection } from 'mongoose';
import { afterAll, describe, expect, inject, test } from 'vitest';

import { readReadiness } from '@pas/platform/health/readiness';
import { UnitModel } from '@pas/shared/models/unit';
import '@pas/shared/models/all-models';
import { control, core } from '@pas/platform/mongo/connections';
import { crossTenantReads } from '@pas/platform/mongo/cross-tenant';
import { indexCheck, mongoCheck } from '@pas/platform/mongo/health-checks';
import { applyIndexes, missingIndexes } from '@pas/platform/mongo/indexes';
import { databaseUrl, openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';

await useDatabases(openOwnDatabases);

describe('the check on indexes', () => {
  const read = () => readReadiness([indexCheck([core, control])]);

  test('lists the missing ones, and passes after they are applied', async () => {
    expect(await read()).toEqual({ status: 'ready', checks: { indexes: { status: 'up' } } });
    await UnitModel.collection.dropIndex('tenantId_1_propertyId_1_labelKey_1');
    await core.db?.dropCollection('invites');
    const { status, checks } = await read();
    expect(status).toBe('unready');
    expect(checks['indexes']?.message).toMatch(/^missing: .*\. Run pas indexes apply\.$/);
    expect(checks['indexes']?.message).toContain('units.tenantId_1_propertyId_1_labelKey_1');
    expect(checks['indexes']?.message).toContain('invites._id_, invites.tokenHash_1');

    await applyIndexes(core);
    expect(await read()).toMatchObject({ status: 'ready' });
  });

  test('every look-up across tenants uses an index that its model declares', async () => {
    await core.db?.dropDatabase();
    const declared = await missingIndexes(core);
    const named = [...crossTenantReads().values()].map(({ collection, index }) => `${collection}.${index}`);
    expect(declared).toEqual(expect.arrayContaining(named));
    await applyIndexes(core);
  });
});

/** Opens a proxy to the database that a test can close. */
async function openDoor(to: {
  host: string;
  port: number;
}): Promise<{ port: number; shut: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const door: Server = createServer((inside) => {
    const outside = connect(to);
    for (const socket of [inside, outside]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    inside.pipe(outside).pipe(inside);
  });
  await once(door.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (door.address() as AddressInfo).port,
    shut: async () => {
      for (const socket of sockets) socket.destroy();
      await once(door.close(), 'close');
    },
  };
}

describe('the check on a database', () => {
  let connection: Connection;
  afterAll(() => connection.close());

  test('reports that it is unavailable, without naming a host', async () => {
    const url = new URL(databaseUrl(inject('mongoUrl'), 'door'));
    const door = await openDoor({ host: url.hostname, port: Number(url.port) });
    Object.assign(url, { hostname: '127.0.0.1', port: door.port });
    url.searchParams.delete('replicaSet');
    url.searchParams.set('directConnection', 'true');
    connection = await mongoose.createConnection(url.href, { heartbeatFrequencyMS: 500 }).asPromise();
    const read = () => readReadiness([mongoCheck('mongo', connection), indexCheck([connection])]);
    expect(await read()).toMatchObject({ status: 'ready' });

    await door.shut();
    const { checks } = await waitUntil(
      async () => {
        const readiness = await read();
        return readiness.checks['mongo']?.status === 'down' ? readiness : null;
      },
      { what: 'the loss to be noticed', timeoutMs: 3000 },
    );
    expect(checks['mongo']?.message).toMatch(/^(does not answer|is not connected)$/);
  });
});
