import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toFault } from '@pas/platform/http/render-error';
import { core, disconnectDatabases } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { freePort } from '@pas/testing/free-port';
import { startMongod } from '@pas/testing/local-mongod';
import type { RunningServer } from '@pas/testing/running-server';
import { connectInstead, databaseUrl } from '@pas/testing/test-databases';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const outlived = 290;
const rows = () => core.collection<{ _id: string }>('rows');

/** A read longer than the transaction lifetime. It ends when the server interrupts it. */
const slowRead = { $where: 'sleep(20000) || true' };

describe('a transaction that exceeds the lifetime limit of the server during a command', () => {
  let dir: string;
  let mongod: RunningServer;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'property-access-mongod-'));
    const port = await freePort();
    mongod = await startMongod({ dir, port });
    const url = databaseUrl(mongod.url, 'outlived');
    await connectInstead({ core: url, control: url });
    await core.getClient().db('admin').command({ setParameter: 1, transactionLifetimeLimitSeconds: 1 });
    await core.createCollection('rows');
  });
  afterAll(async () => {
    await disconnectDatabases();
    await mongod.stop();
    await rm(dir, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await rows().deleteMany({});
  });

  test('runs again, and has its effect once', async () => {
    let tries = 0;
    await inTransaction(core, async (session) => {
      tries += 1;
      await rows().insertOne({ _id: `try-${tries}` }, { session });
      if (tries === 1) await rows().findOne(slowRead, { session });
    });
    expect(await rows().distinct('_id')).toEqual(['try-2']);
  });

  test('is reported as an unavailable store if it is not retried', async () => {
    const session = core.getClient().startSession();
    session.startTransaction();
    await rows().insertOne({ _id: 'once' }, { session });
    const error: unknown = await rows()
      .findOne(slowRead, { session })
      .catch((reason: unknown) => reason);
    await session.endSession();
    expect(error).toMatchObject({ code: outlived });
    expect(toFault(error)).toMatchObject({ kind: 'unavailable', code: 'store_unavailable' });
  });
});
