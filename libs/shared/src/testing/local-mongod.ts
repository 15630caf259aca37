import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { startChild } from './child-server.ts';
import { canConnect } from './can-connect.ts';
import type { LocalServerOptions, RunningServer } from './running-server.ts';
import { ensureReplicaSet } from './replica-set.ts';
import { serverBinary } from './server-binary.ts';
import { waitUntil } from './wait-until.ts';

/**
 * Starts mongod as a replica set of one on 127.0.0.1 and returns once it takes writes.
 *
 * Started again on the same directory, on whatever port, it serves the data that is there.
 */
export async function startMongod(options: LocalServerOptions): Promise<RunningServer> {
  const { dir, port, isDetached = false } = options;
  mkdirSync(dir, { recursive: true });
  const command = [serverBinary('mongod'), ...mongodFlags(dir, port)];
  const child = await startChild(command, { logFile: join(dir, 'mongod.log'), isDetached });
  const host = `127.0.0.1:${port}`;
  try {
    await Promise.race([becomePrimary(host, port), child.failed]);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return { url: `mongodb://${host}/?replicaSet=rs0`, pid: child.pid, stop: child.stop };
}

async function becomePrimary(host: string, port: number): Promise<void> {
  await waitUntil(() => canConnect(port), { what: `mongod to listen on ${host}`, timeoutMs: 30_000 });
  await ensureReplicaSet(`mongodb://${host}/?directConnection=true`, host);
}

/** A small cache and oplog, since it shares the machine with everything else that a developer runs. */
function mongodFlags(dir: string, port: number): string[] {
  return [
    `--dbpath=${dir}`,
    `--port=${port}`,
    '--replSet=rs0',
    '--bind_ip=127.0.0.1',
    '--nounixsocket',
    '--oplogSize=512',
    '--wiredTigerCacheSizeGB=0.25',
    '--setParameter=diagnosticDataCollectionEnabled=false',
    '--setParameter=transactionLifetimeLimitSeconds=10',
  ];
}
