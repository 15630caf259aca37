import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canConnect } from '@pas/testing/can-connect';
import { startChild, type ChildServer } from '@pas/testing/child-server';
import { freePort } from '@pas/testing/free-port';
import { mongodCommand } from '@pas/testing/local-mongod';
import { ensureCluster, findPrimary } from '@pas/testing/mongod-cluster';
import { asOperator, ensureKeyFile, passwordFromKey, readMembersKey } from '@pas/testing/mongod-locks';
import { waitUntil } from '@pas/testing/wait-until';

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

/** Faster elections than MongoDB's default, as in production. */
const electionTimeoutMs = 2000;

async function startMember(dir: string, port: number): Promise<Member> {
  // The three members share one key.
  const keyFile = ensureKeyFile(dirname(dir));
  const server = await startChild(mongodCommand(dir, port, keyFile), {
    logFile: join(dir, 'log'),
    isDetached: false,
  });
  await Promise.race([waitUntil(() => canConnect(port), { what: `mongod on ${port}` }), server.failed]);
  return { port, dir, server };
}

const addressOf = ({ port }: Member): string => `127.0.0.1:${port}`;

/** Starts three members on 127.0.0.1, and waits for a primary. */
export async function startReplicaTrio(): Promise<ReplicaTrio> {
  const root = mkdtempSync(join(tmpdir(), 'property-access-trio-'));
  const members: Member[] = [];
  for (let id = 0; id < 3; id += 1) {
    const dir = mkdtempSync(join(root, 'member-'));
    members.push(await startMember(dir, await freePort()));
  }
  const untilPrimary = async (among: readonly Member[]): Promise<Member> => {
    const addresses = among.map(addressOf);
    const primary = await waitUntil(() => findPrimary(addresses), { what: 'a primary' });
    return among[addresses.indexOf(primary)] as Member;
  };
  const membersKey = readMembersKey(ensureKeyFile(root));
  const operatorPassword = passwordFromKey(membersKey);
  const addresses = members.map(addressOf);
  await ensureCluster({ members: addresses, membersKey, operatorPassword, electionTimeoutMs });
  return {
    url: asOperator(`mongodb://${addresses[0]}/?replicaSet=rs0`, operatorPassword),
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
