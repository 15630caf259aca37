import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInfrastructureError } from '@pas/platform/events/retry-later';
import { toFault } from '@pas/platform/http/render-error';
import { core, disconnectDatabases } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { freePort } from '@pas/testing/free-port';
import { startMongod } from '@pas/testing/local-mongod';
import type { RunningServer } from '@pas/testing/running-server';
import { connectInstead, databaseUrl } from '@pas/testing/test-databases';
import { withCommandEvents } from '@pas/testing/watch-commands';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const people = Array.from({ length: 10 }, (_, index) => `person-${index}`);
const rows = () => core.collection<{ _id: string }>('rows');

describe('a lost database', () => {
  let dir: string;
  let port: number;
  let mongod: RunningServer;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'property-access-mongod-'));
    port = await freePort();
    mongod = await startMongod({ dir, port });
    const url = withCommandEvents(databaseUrl(mongod.url, 'lost'));
    await connectInstead({ core: url, control: url });
    await core.createCollection('rows');
  });
  afterAll(async () => {
    await disconnectDatabases();
    await mongod.stop();
    await rm(dir, { recursive: true, force: true });
  });

  /** This also opens connections in the pool, because none can be opened to a frozen server. */
  beforeEach(async () => {
    await Promise.all(people.map(() => rows().deleteMany({})));
  });

  /** Freezes the server, and kills it after it has received an insert. */
  async function killDuring(work: () => Promise<unknown>[]): Promise<unknown[]> {
    const isAsked = new Promise<void>((resolve) => {
      core.getClient().on('commandStarted', ({ commandName }) => {
        if (commandName === 'insert') resolve();
      });
    });
    process.kill(mongod.pid, 'SIGSTOP');
    const settled = Promise.allSettled(work());
    await isAsked;
    process.kill(mongod.pid, 'SIGKILL');
    await mongod.stop();
    mongod = await startMongod({ dir, port });
    const failed = (await settled).filter((each) => each.status === 'rejected');
    return failed.map(({ reason }) => reason as unknown);
  }

  test('only delays the transactions that were under way', async () => {
    const write = (_id: string): Promise<unknown> =>
      inTransaction(core, (session) => rows().insertMany([{ _id }], { session }));
    expect(await killDuring(() => people.map(write))).toEqual([]);
    expect((await rows().distinct('_id')).toSorted()).toEqual(people.toSorted());
  });

  test('is reported as unavailable, also by writes of many rows', async () => {
    const write = async (_id: string): Promise<void> => {
      const session = await core.startSession();
      try {
        session.startTransaction();
        await rows().insertMany([{ _id }], { session });
      } finally {
        await session.endSession();
      }
    };
    const errors = await killDuring(() => people.map(write));
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) {
      expect(toFault(error)).toMatchObject({ kind: 'unavailable', code: 'store_unavailable' });
      expect(isInfrastructureError(error)).toBe(true);
    }
  });

  test('is given up when it freezes, in time for another primary to take over', async () => {
    const givenUp = once(core.getClient(), 'connectionPoolCleared', { signal: AbortSignal.timeout(120_000) });
    process.kill(mongod.pid, 'SIGSTOP');
    const written = rows().insertOne({ _id: 'patient' });
    await givenUp.finally(() => process.kill(mongod.pid, 'SIGCONT'));
    await written;
    expect(await rows().distinct('_id')).toEqual(['patient']);
  });
});
