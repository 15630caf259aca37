import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrl } from '@pas/testing/test-databases';
import mongoose from 'mongoose';
import { afterAll, beforeEach, inject } from 'vitest';
import { runPas } from './run-pas.ts';

const { MongoClient } = mongoose.mongo;
const { Decimal128, Double, Int32, Long } = mongoose.mongo.BSON;
type Database = ReturnType<InstanceType<typeof MongoClient>['db']>;

const validator = { $jsonSchema: { bsonType: 'object', properties: { status: { enum: ['OPEN'] } } } };

/** End of the events of a tenant in the filled databases. */
export const head = { seq: 7, restores: [{ id: 'earlier', seq: 3 }] };

/** Fills both databases with rows whose types and order of fields JSON or JavaScript would lose. */
async function fill(core: Database, control: Database): Promise<void> {
  await Promise.all([core.dropDatabase(), control.dropDatabase()]);
  await core.createCollection('units', { validator, validationLevel: 'moderate' });
  await core.collection('units').createIndexes([
    { key: { tenantId: 1, label: 1 }, unique: true, partialFilterExpression: { isLive: true } },
    { key: { removeAt: 1 }, expireAfterSeconds: 5 },
  ]);
  await core.collection('units').insertOne({
    zeta: new Int32(1),
    alpha: new Double(1),
    long: Long.fromString('9007199254740993'),
    decimal: Decimal128.fromString('1.10'),
    bytes: Buffer.from([0, 255]),
    pattern: /^a/i,
    at: new Date(0),
    nested: { empty: {}, list: [null, 'é'] },
    isLive: true,
    tenantId: 'ten_1',
    label: '4B',
  });
  await core.collection<{ _id: string }>('sessions').insertOne({ _id: 'ses_1' });
  await core.collection('sessions').createIndex({ userId: 1 });
  await core.collection('migrations').insertOne({ id: 'first' });
  await core.collection<{ _id: string }>('public_event_heads').insertOne({ _id: 'ten_1', ...head });
  await control.collection<{ _id: string }>('tenants').insertMany([{ _id: 'ten_1' }, { _id: 'ten_2' }]);
}

/** Opens two small databases of a test file, and fills them before each test. */
export async function useBackupSystem() {
  const client = new MongoClient(inject('mongoUrl'));
  const prefix = `test_${randomBytes(6).toString('hex')}`;
  const [core, control] = [client.db(`${prefix}_core`), client.db(`${prefix}_control`)];
  const home = await mkdtemp(join(tmpdir(), 'backup-'));
  const urls = {
    control: databaseUrl(inject('mongoUrl'), control.databaseName),
    TEST: databaseUrl(inject('mongoUrl'), core.databaseName),
  };
  const env = { BACKUP_DATABASES: JSON.stringify(urls) };
  const system = { client, core, control, home, urls, env, directory: '', backup };
  function backup(action: string, ...options: string[]) {
    return runPas(['backup', action, system.directory, ...options], env);
  }
  beforeEach(async () => {
    system.directory = join(home, randomBytes(4).toString('hex'));
    await fill(core, control);
  });
  afterAll(async () => {
    await Promise.all([core.dropDatabase(), control.dropDatabase()]);
    await client.close();
    await rm(home, { recursive: true });
  });
  return system;
}
