import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canConnect } from '@pas/testing/can-connect';
import { startChild, type ChildServer } from '@pas/testing/child-server';
import { freePort } from '@pas/testing/free-port';
import { mongodCommand } from '@pas/testing/local-mongod';
import {
  asMember,
  asOperator,
  ensureKeyFile,
  ensureOperator,
  passwordFromKey,
  readMembersKey,
} from '@pas/testing/mongod-locks';
import { waitUntil } from '@pas/testing/wait-until';
import mongoose from 'mongoose';

const { MongoClient } = mongoose.mongo;

/** A replica set of three with a primary that tests can kill. */
export interface ReplicaTrio {
  url: string;
  /**
   * Kills the primary, waits for another one, and restarts the dead member.
   *
   * @returns the time without a primary, in milliseconds
   */
  failOver(): Promise<number>;
  stop(): Promise<void>;
}

interface Member {
  port: number;
  dir: string;
  server: ChildServer;
}

const timeoutMs = 60_000;

/** Faster elections than MongoDB's default of ten seconds, as in production. */
const settings = { electionTimeoutMillis: 2000, heartbeatIntervalMillis: 500 };

async function startMember(dir: string, port: number): Promise<Member> {
  // The three members share one key.
  const keyFile = ensureKeyFile(dirname(dir));
  const server = await startChild(mongodCommand(dir, port, keyFile), {
    logFile: join(dir, 'log'),
    isDetached: false,
  });
  await Promise.race([
    waitUntil(() => canConnect(port), { what: `mongod on ${port}`, timeoutMs }),
    server.failed,
  ]);
  return { port, dir, server };
}

const memberUrlOf = ({ dir, port }: Pick<Member, 'dir' | 'port'>): string =>
  asMember(`127.0.0.1:${port}`, readMembersKey(ensureKeyFile(dirname(dir))));

async function command(
  member: Pick<Member, 'dir' | 'port'>,
  request: object,
): Promise<Record<string, unknown>> {
  const client = new MongoClient(memberUrlOf(member), { serverSelectionTimeoutMS: 2000 });
  try {
    return await client.db('admin').command(request);
  } finally {
    await client.close();
  }
}

const isPrimary = async (member: Member): Promise<boolean> =>
  command(member, { hello: 1 }).then(
    (hello) => hello['isWritablePrimary'] === true,
    () => false,
  );

/** Starts three members on 127.0.0.1, and waits for a primary. */
export async function startReplicaTrio(): Promise<ReplicaTrio> {
  const root = mkdtempSync(join(tmpdir(), 'property-access-trio-'));
  const members: Member[] = [];
  for (let id = 0; id < 3; id += 1) {
    const dir = mkdtempSync(join(root, 'member-'));
    members.push(await startMember(dir, await freePort()));
  }
  const first = members[0] as Member;
  const hosts = members.map(({ port }, _id) => ({ _id, host: `127.0.0.1:${port}` }));
  await command(first, { replSetInitiate: { _id: 'rs0', members: hosts, settings } });
  const findPrimary = async (among: readonly Member[]): Promise<Member | undefined> => {
    const found = await Promise.all(among.map(isPrimary));
    return among[found.indexOf(true)];
  };
  const untilPrimary = (among: readonly Member[]): Promise<Member> =>
    waitUntil(() => findPrimary(among), { what: 'a primary', timeoutMs });
  const primary = await untilPrimary(members);
  const password = passwordFromKey(readMembersKey(ensureKeyFile(root)));
  await ensureOperator(memberUrlOf(primary), password);
  return {
    url: asOperator(`mongodb://127.0.0.1:${first.port}/?replicaSet=rs0`, password),
    async failOver() {
      const primary = await untilPrimary(members);
      const killedAt = performance.now();
      process.kill(primary.server.pid, 'SIGKILL');
      await untilPrimary(members.filter((member) => member !== primary));
      const gapMs = Math.round(performance.now() - killedAt);
      await primary.server.stop();
      primary.server = (await startMember(primary.dir, primary.port)).server;
      return gapMs;
    },
    async stop() {
      await Promise.all(members.map(({ server }) => server.stop()));
      rmSync(root, { recursive: true, force: true });
    },
  };
}
