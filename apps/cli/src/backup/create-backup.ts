import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { conflict } from '@pas/platform/errors/raise';
import type { BackupConfig } from '../config.ts';
import { dumpDatabase, type SnapshotSession } from './dump-database.ts';
import { FilePath, Manifest, manifestName, type BackupDatabase, type StoredFile } from './manifest.ts';
import { withBackupDatabases, type NamedDatabase } from './open-databases.ts';
import { neededSecrets } from './needed-secrets.ts';
import { withSnapshotWindow } from './snapshot-window.ts';
import { writeBackupFile } from './write-file.ts';

type Sessions = ReadonlyMap<NamedDatabase['client'], SnapshotSession>;

/** @throws conflict for a directory with files, such as an earlier or unfinished backup */
async function makeEmptyDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if ((await readdir(directory)).length === 0) return;
  throw conflict('directory_not_empty', `${directory} has files. Name a new directory for each backup.`);
}

/** Opens one snapshot on each server, in the order of the databases. */
async function openSnapshots(databases: readonly NamedDatabase[]): Promise<Sessions> {
  const sessions = new Map<NamedDatabase['client'], SnapshotSession>();
  for (const { client, db } of databases) {
    if (sessions.has(client)) continue;
    const session: SnapshotSession = client.startSession({ snapshot: true });
    sessions.set(client, session);
    await db.collection('migrations').findOne({}, { session });
  }
  return sessions;
}

/** Whether a file in the audit's directory belongs to the audit. Network file systems add files of their own. */
const isStatement = (path: string): boolean => path.endsWith('.ndjson') && FilePath.safeParse(path).success;

/** Copies the signed statements of the audit. A system that has sealed no record yet has no directory. */
async function copyAuditFiles(directory: string, source: string | undefined): Promise<StoredFile[]> {
  if (source === undefined) return [];
  const found = await readdir(source, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const files: StoredFile[] = [];
  for (const { name, parentPath } of found.filter((entry) => entry.isFile())) {
    const from = join(parentPath, name);
    const path = `audit/${relative(source, from)}`;
    if (!isStatement(path)) continue;
    files.push(await writeBackupFile({ directory, path }, createReadStream(from), false));
  }
  return files;
}

/** Writes the manifest under another name first, so that a backup is complete or has none. */
async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  const unfinished = join(directory, `${manifestName}.unfinished`);
  const text = JSON.stringify(Manifest.parse(manifest), null, 1);
  await writeFile(unfinished, `${text}\n`, { mode: 0o600, flush: true });
  await rename(unfinished, join(directory, manifestName));
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const versionOf = async ({ db }: NamedDatabase): Promise<string> =>
  String((await db.command({ buildInfo: 1 }))['version']);

async function dumpAll(directory: string, databases: readonly NamedDatabase[]) {
  const sessions = await openSnapshots(databases);
  const [dumped, mongodb]: [BackupDatabase[], Record<string, string>] = [[], {}];
  try {
    for (const database of databases) {
      const session = sessions.get(database.client) as SnapshotSession;
      const { name } = database;
      const collections = await dumpDatabase({ directory, database, session });
      const clusterTime = session.snapshotTime?.getHighBitsUnsigned() ?? 0;
      dumped.push({ name, clusterTime, collections });
      mongodb[name] = await versionOf(database);
    }
    return { databases: dumped, mongodb };
  } finally {
    await Promise.all([...sessions.values()].map((session) => session.endSession()));
  }
}

/**
 * Makes a backup of all databases in a new directory. All rows that one user reads on one server have one cluster time.
 * The system keeps serving meanwhile. Memory does not grow with the data.
 *
 * @param signal stops the backup, which is then incomplete
 * @throws conflict for a directory with files, for a dump that lasts longer than MongoDB keeps the snapshot, and a stop
 */
export async function createBackup(
  config: BackupConfig,
  { directory, release, signal }: { directory: string; release: string; signal: AbortSignal },
): Promise<Manifest> {
  await makeEmptyDirectory(directory);
  return withBackupDatabases(config, async (databases) => {
    const startedAt = new Date().toISOString();
    // The audit is copied before the rows: the restored chains then have every record of a copied checkpoint.
    const auditFiles = await copyAuditFiles(directory, config.AUDIT_CHECKPOINT_DIR);
    const clients = new Set(databases.map(({ client }) => client));
    const dumped = await withSnapshotWindow(clients, async () => dumpAll(directory, databases), signal);
    const finishedAt = new Date().toISOString();
    const secrets = neededSecrets;
    const manifest = { format: 1 as const, startedAt, finishedAt, release, ...dumped, auditFiles, secrets };
    await writeManifest(directory, manifest);
    return manifest;
  });
}
