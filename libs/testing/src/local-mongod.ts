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
 * Starts mongod for tests as a replica set of one on 127.0.0.1 and returns when it accepts writes.
 *
 * A restart on the same directory, on any port, serves the existing data. It requires passwords. The returned address
 * is the operator's.
 */
export async function startMongod(options: LocalServerOptions): Promise<RunningServer> {
  const { dir, port, isDetached = false } = options;
  mkdirSync(dir, { recursive: true });
  const command = [...mongodCommand(dir, port), shortHistory];
  const child = await startChild(command, { logFile: join(dir, 'mongod.log'), isDetached });
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

/** A mongod on this machine. */
interface LocalMongod {
  /** Its data directory, which contains its key file. */
  dir: string;
  port: number;
  /** The operator's password. Default: derived from the key file. */
  operatorPassword?: string;
  /** Further options of its address, such as `&tls=true`. */
  options?: string;
}

/** Waits until a mongod listens, makes it the primary of its set of one, and sets the operator's password. */
export async function becomePrimary(mongod: LocalMongod): Promise<void> {
  const { dir, port, operatorPassword, options = '' } = mongod;
  const host = `127.0.0.1:${port}`;
  await waitUntil(() => canConnect(port), { what: `mongod to listen on ${host}` });
  const membersKey = readMembersKey(ensureKeyFile(dir));
  const url = asMember(host, membersKey) + options;
  await ensureReplicaSet(url, host);
  await ensureOperator(url, operatorPassword ?? passwordFromKey(membersKey));
}

/** Closes files that are idle for 30 s while more than 1000 are open. */
const idleHandles = 'file_manager=(close_idle_time=30,close_scan_interval=10,close_handle_minimum=1000)';

/**
 * Keeps the history of rows for 30 seconds instead of five minutes. The read of a whole list takes less, on a busy
 * machine too. Each collection and index is an open file. A dropped one stays open until its history expires and its
 * handle is idle. With MongoDB's defaults, a full test run reaches the limit of open files. Then mongod ends.
 */
const shortHistory = '--setParameter=minSnapshotHistoryWindowInSeconds=30';

/**
 * Returns the command that runs mongod on 127.0.0.1. Cache, oplog and journal are small, because it shares a
 * developer's machine. The default journal files of 100 MB would make each start a second longer.
 *
 * A killed process leaves its transaction open. The server looks for expired transactions every three seconds, so their
 * rows are writable again after nine seconds at most.
 *
 * The primary's periodic oplog entry every ten seconds serves other members of a cluster. Here it would only make each
 * process check its indexes again.
 *
 * Slow commands are not logged, because their filters contain e-mails and hashes of tokens.
 *
 * It requires passwords from the start. Without `enableLocalhostAuthBypass=false`, the first client of an empty
 * directory could create a user.
 *
 * @param keyFile the key of its replica set. Default: a file in the data directory, created if missing
 * @param host the address on which it listens
 */
export function mongodCommand(
  dir: string,
  port: number,
  keyFile = ensureKeyFile(dir),
  host = '127.0.0.1',
): string[] {
  return [
    serverBinary('mongod'),
    `--dbpath=${dir}`,
    `--port=${port}`,
    '--replSet=rs0',
    `--bind_ip=${host}`,
    '--nounixsocket',
    '--oplogSize=512',
    '--wiredTigerCacheSizeGB=0.25',
    `--wiredTigerEngineConfigString=log=(file_max=8MB),${idleHandles}`,
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

/** Returns the options with which mongod accepts only encrypted connections. Clients need no certificate. */
export function mongodTlsOptions({ pairFile, caFile }: { pairFile: string; caFile: string }): string[] {
  return [
    '--tlsMode=requireTLS',
    `--tlsCertificateKeyFile=${pairFile}`,
    `--tlsCAFile=${caFile}`,
    '--tlsAllowConnectionsWithoutCertificates',
  ];
}
