import mongoose from 'mongoose';
import { canConnect } from './can-connect.ts';
import { asMember, ensureOperator } from './mongod-locks.ts';
import { waitUntil } from './wait-until.ts';

const { MongoClient, MongoServerError } = mongoose.mongo;

/** A replica set of several mongods. */
interface MongodCluster {
  /** `host:port` of each member. */
  members: readonly string[];
  /** Content of their key file. */
  membersKey: string;
  operatorPassword: string;
  /** Time without a heartbeat until the others elect a primary. Default: ten seconds, as of MongoDB. */
  electionTimeoutMs?: number;
}

async function hello(url: string): Promise<Record<string, unknown>> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 2000 });
  try {
    return await client.db('admin').command({ hello: 1 });
  } finally {
    await client.close();
  }
}

/** Waits until a mongod listens and, once its set exists, is a primary or secondary of it. */
export async function becomeMember(host: string, port: number): Promise<void> {
  const what = `mongod on ${host}:${port}`;
  await waitUntil(() => canConnect(port, host), { what });
  const isServing = async (): Promise<boolean> => {
    const found = await hello(`mongodb://${host}:${port}/?directConnection=true`).catch(() => null);
    if (!found) return false;
    return (
      found['isWritablePrimary'] === true || found['secondary'] === true || found['isreplicaset'] === true
    );
  };
  await waitUntil(isServing, { what: `${what} to follow its set` });
}

/** Finds the primary as its members see it; null without one. */
export async function findPrimary(members: readonly string[]): Promise<string | null> {
  const found = await Promise.all(
    members.map((member) => hello(`mongodb://${member}/?directConnection=true`).catch(() => null)),
  );
  return members[found.findIndex((each) => each?.['isWritablePrimary'] === true)] ?? null;
}

/** Initiates a replica set that does not exist yet, waits for its primary and creates the operator. */
export async function ensureCluster(cluster: MongodCluster): Promise<void> {
  const { members, membersKey, operatorPassword, electionTimeoutMs = 10_000 } = cluster;
  const [first = ''] = members;
  const client = new MongoClient(asMember(first, membersKey), { serverSelectionTimeoutMS: 20_000 });
  const settings = { electionTimeoutMillis: electionTimeoutMs, heartbeatIntervalMillis: 500 };
  const configuration = { _id: 'rs0', members: members.map((host, _id) => ({ _id, host })), settings };
  try {
    await client.db('admin').command({ replSetInitiate: configuration });
  } catch (error) {
    const isInitiated = error instanceof MongoServerError && error.codeName === 'AlreadyInitialized';
    if (!isInitiated) throw error;
  } finally {
    await client.close();
  }
  const primary = await waitUntil(() => findPrimary(members), { what: 'a primary' });
  await ensureOperator(asMember(primary, membersKey), operatorPassword);
}
