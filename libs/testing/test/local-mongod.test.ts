import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import mongoose from 'mongoose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { canConnect } from '@pas/testing/can-connect';
import { freePort } from '@pas/testing/free-port';
import { startMongod } from '@pas/testing/local-mongod';

const { MongoClient } = mongoose.mongo;

describe('local mongod', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'property-access-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  test('takes transactions, and serves the same data on another port after a restart', async () => {
    const first = await startMongod({ dir, port: await freePort() });
    await insertInTransaction(first.url);
    await first.stop();

    const second = await startMongod({ dir, port: await freePort() });
    await insertInTransaction(second.url);
    const documents = await countDocuments(second.url);
    await second.stop();

    expect(documents).toBe(2);
  });

  test('is gone from its port once stopped', async () => {
    const port = await freePort();
    const server = await startMongod({ dir, port });
    await server.stop();
    expect(await canConnect(port)).toBe(false);
  });

  test('fails with the reason from its log when it cannot start', async () => {
    const port = await freePort();
    const server = await startMongod({ dir, port });
    const secondOnSameData = startMongod({ dir, port: await freePort() });
    await expect(secondOnSameData).rejects.toThrow(/mongod ended[^]*DBPathInUse/);
    await server.stop();
  });
});

async function insertInTransaction(url: string): Promise<void> {
  await using client = await new MongoClient(url).connect();
  await client.withSession((session) =>
    session.withTransaction(() => client.db('kept').collection('rows').insertOne({}, { session })),
  );
}

async function countDocuments(url: string): Promise<number> {
  await using client = await new MongoClient(url).connect();
  return await client.db('kept').collection('rows').countDocuments();
}
