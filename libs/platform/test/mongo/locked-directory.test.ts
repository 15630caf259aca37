import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canConnect } from '@pas/testing/can-connect';
import { startChild } from '@pas/testing/child-server';
import { freePort } from '@pas/testing/free-port';
import { mongodCommand, startMongod } from '@pas/testing/local-mongod';
import { ensureKeyFile } from '@pas/testing/mongod-locks';
import { ensureReplicaSet } from '@pas/testing/replica-set';
import { databaseUrl } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const { MongoClient } = mongoose.mongo;

const locks = /^--(auth|keyFile=.*|setParameter=(enableLocalhostAuthBypass|scramSHA256IterationCount)=.*)$/;

describe('a data directory of a release without passwords', () => {
  const dir = mkdtempSync(join(tmpdir(), 'property-access-mongod-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  beforeAll(async () => {
    const port = await freePort();
    const command = mongodCommand(dir, port).filter((argument) => !locks.test(argument));
    const server = await startChild(command, { logFile: join(dir, 'mongod.log'), isDetached: false });
    await waitUntil(() => canConnect(port), { what: 'mongod' });
    const host = `127.0.0.1:${port}`;
    await ensureReplicaSet(`mongodb://${host}/?directConnection=true`, host);
    const client = await MongoClient.connect(`mongodb://${host}/?replicaSet=rs0`);
    await client.db('old').collection<{ _id: string }>('rows').insertOne({ _id: 'kept' });
    await client.close();
    await server.stop();
  });

  test('requires passwords from its next start, on another port, and keeps its rows', async () => {
    const server = await startMongod({ dir, port: await freePort() });
    const operator = await MongoClient.connect(databaseUrl(server.url, 'old'));
    expect(await operator.db().collection('rows').distinct('_id')).toEqual(['kept']);
    await operator.close();

    const url = new URL(databaseUrl(server.url, 'old'));
    Object.assign(url, { username: '', password: '' });
    url.searchParams.delete('authSource');
    const anonymous = await MongoClient.connect(url.href);
    const commands = [
      anonymous.db().collection('rows').findOne(),
      anonymous.db('admin').command({ createUser: 'first', pwd: 'comer', roles: ['root'] }),
    ];
    for (const command of commands) await expect(command).rejects.toMatchObject({ code: 13 });
    await anonymous.close();
    await server.stop();
  });

  test('has a key file that only its owner may read', () => {
    expect(statSync(ensureKeyFile(dir)).mode & 0o777).toBe(0o600);
  });
});
