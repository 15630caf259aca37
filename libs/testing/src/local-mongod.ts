import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { passwordIterations } from '@pas/platform/mongo/users/scram';

import { startChild } from './child-server.ts';
import { canConnect } from './can-connect.ts';
import {
  asMember,
  asOperator,
  ensureKeyFile,
  ensureOperator,
  passwordFromKey,
  readMembersKey,
} from './mongod-locks.ts';
import type { LocalServerOptions, RunningServer } from './running-server.ts';
import { ensureReplicaSet } from './replica-set.ts';
import { serverBinary } from './server-binary.ts';
import { waitUntil } from './wait-until.ts';

/**
 * Starts mongod as a replica set of one on 127.0.0.1 and returns once it takes writes.
 *
 * Started again on the same directory, on whatever port, it serves the data that is there. It asks everybody for a
 * password; the address that it returns is the operator's.
 */
export async function startMongod(options: LocalServerOptions): Promise<RunningServer> {
  const { dir, port, isDetached = false } = options;
  mkdirSync(dir, { recursive: true });
  const child = await startChild(mongodCommand(dir, port), { logFile: join(dir, 'mongod.log'), isDetached });
  try {
    await Promise.race([becomePrimary({ dir, port }), child.failed]);
  } catch (error) {
    await child.stop();
    throw error;
  }
  const password = passwordFromKey(readMembersKey(ensureKeyFile(dir)));
  return {
    url: asOperator(`mongodb://127.0.0.1:${port}/?replicaSet=rs0`, password),
    pid: child.pid,
    stop: child.stop,
    failed: child.failed,
  };
}

/** A mongod that this machine runs. */
interface LocalMongod {
  /** Its data directory, where its key file is. */
  dir: string;
  port: number;
  /** The password that the operator gets. Default: one that is derived from the key file. */
  operatorPassword?: string;
  /** Further options of its address, such as `&tls=true`. */
  options?: string;
}

/** Waits until a mongod listens, makes it the primary of its set of one, and gives the operator its password. */
export async function becomePrimary(mongod: LocalMongod): Promise<void> {
  const { dir, port, operatorPassword, options = '' } = mongod;
  const host = `127.0.0.1:${port}`;
  await waitUntil(() => canConnect(port), { what: `mongod to listen on ${host}`, timeoutMs: 30_000 });
  const membersKey = readMembersKey(ensureKeyFile(dir));
  const url = asMember(host, membersKey) + options;
  await ensureReplicaSet(url, host);
  await ensureOperator(url, operatorPassword ?? passwordFromKey(membersKey));
}

/** More than this many open files are closed once they have been idle for 30 s. */
const idleHandles = 'file_manager=(close_idle_time=30,close_scan_interval=10,close_handle_minimum=1000)';

/**
 * The command that runs mongod on 127.0.0.1: with a small cache, oplog and journal, since it shares the machine with
 * everything else that a developer runs. Journal files of 100 MB, the default, make each start a second longer.
 *
 * A process that is killed leaves its transaction open. mongod looks for those that have outlived the limit each half of
 * it, so that what one held can be written again after nine seconds at most.
 *
 * The note that a primary writes into its oplog every ten seconds is for the other members of a cluster. Here it would
 * only have each process look at its indexes again.
 *
 * Each collection and index is an open file, also of a database that was dropped, until its history is forgotten and its
 * handle has been idle. With MongoDB's own limits (five and ten minutes) a run of all tests reaches the limit of open files
 * of a usual machine, and then mongod ends.
 *
 * A line of the log about a slow command would have the values of its filter: e-mails, and hashes of tokens. So there
 * are none.
 *
 * It asks everybody for a password, from its first moment. Without `enableLocalhostAuthBypass=false`, the first one who
 * comes to an empty directory may make a user.
 *
 * @param keyFile the key of its replica set. Default: one of its own in the data directory, made if absent
 */
export function mongodCommand(dir: string, port: number, keyFile = ensureKeyFile(dir)): string[] {
  return [
    serverBinary('mongod'),
    `--dbpath=${dir}`,
    `--port=${port}`,
    '--replSet=rs0',
    '--bind_ip=127.0.0.1',
    '--nounixsocket',
    '--oplogSize=512',
    '--wiredTigerCacheSizeGB=0.25',
    `--wiredTigerEngineConfigString=log=(file_max=8MB),${idleHandles}`,
    '--setParameter=minSnapshotHistoryWindowInSeconds=5',
    '--slowOpSampleRate=0',
    '--setParameter=diagnosticDataCollectionEnabled=false',
    '--setParameter=transactionLifetimeLimitSeconds=6',
    '--setParameter=writePeriodicNoops=false',
    '--auth',
    `--keyFile=${keyFile}`,
    '--setParameter=enableLocalhostAuthBypass=false',
    `--setParameter=scramSHA256IterationCount=${passwordIterations}`,
  ];
}

/** Options by which mongod takes encrypted connections alone. Clients need no certificate. */
export function mongodTlsOptions({ pairFile, caFile }: { pairFile: string; caFile: string }): string[] {
  return [
    '--tlsMode=requireTLS',
    `--tlsCertificateKeyFile=${pairFile}`,
    `--tlsCAFile=${caFile}`,
    '--tlsAllowConnectionsWithoutCertificates',
  ];
}
