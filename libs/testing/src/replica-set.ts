import mongoose from 'mongoose';

import { waitUntil } from './wait-until.ts';

const { MongoClient, MongoServerError } = mongoose.mongo;
type Admin = ReturnType<ReturnType<(typeof MongoClient)['prototype']['db']>['admin']>;

/** MongoDB's error code NotYetInitialized. */
const notYetInitialized = 94;

interface ReplicaSetConfig {
  readonly _id: string;
  readonly version: number;
  readonly members: readonly { readonly _id: number; readonly host: string }[];
}

/**
 * Makes one mongod the only, writable member of its replica set, whatever its data directory contains.
 *
 * A data directory stores the address of its last run. On another port the member is in no set and would never be
 * elected. So the configuration is forced to the new address.
 *
 * @param url a member's address with `directConnection=true`, because the set cannot be discovered before it exists
 * @param host `host:port` under which the member reaches itself
 */
export async function ensureReplicaSet(url: string, host: string): Promise<void> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 20_000 });
  try {
    const admin = client.db('admin').admin();
    await configure(admin, host);
    await waitUntil(async () => (await admin.command({ hello: 1 }))['isWritablePrimary'] as boolean, {
      what: `the replica set at ${host} to elect its primary`,
    });
  } finally {
    await client.close();
  }
}

async function configure(admin: Admin, host: string): Promise<void> {
  const members = [{ _id: 0, host }];
  const config = await readConfig(admin);
  if (!config) {
    await admin.command({ replSetInitiate: { _id: 'rs0', members } });
    return;
  }
  if (config.members.length === 1 && config.members[0]?.host === host) return;
  await admin.command({ replSetReconfig: { ...config, version: config.version + 1, members }, force: true });
}

async function readConfig(admin: Admin): Promise<ReplicaSetConfig | undefined> {
  try {
    return (await admin.command({ replSetGetConfig: 1 }))['config'] as ReplicaSetConfig;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === notYetInitialized) return undefined;
    throw error;
  }
}
