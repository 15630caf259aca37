import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { conflict } from '@pas/platform/errors/raise';
import { EnvironmentName } from '@pas/platform/config/fields';
import { z } from 'zod';

/** The name of a database in a backup: `control`, or the environment that it belongs to. */
export const DatabaseName = z.union([z.literal('control'), EnvironmentName]);

/** A path below the directory of the backup, without a way out of it. */
export const FilePath = z.string().regex(/^[\w-]+(?:\/\w[\w.-]*)+$/);

/** A file of a backup: its size and SHA-256 as it is on the disk. */
const StoredFile = z.object({
  path: FilePath,
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type StoredFile = z.output<typeof StoredFile>;

/** A collection: BSON documents one after another, compressed by gzip. */
const BackupCollection = z.object({
  name: z.string().regex(/^(?!system\.)\w[\w.-]*$/, 'Expected the name of a collection.'),
  /** Options and indexes in MongoDB's extended JSON (canonical), which keeps the types of numbers. */
  options: z.string(),
  indexes: z.string(),
  documents: z.int().min(0),
  /** The size of the documents in BSON. */
  documentBytes: z.int().min(0),
  /** Whether its rows are left out. Its options and indexes are restored. */
  isLeftOut: z.boolean(),
  file: StoredFile,
});
export type BackupCollection = z.output<typeof BackupCollection>;

const BackupDatabase = z.object({
  name: DatabaseName,
  /** The cluster time of all its rows, in seconds since the epoch. */
  clusterTime: z.int().min(0),
  collections: z.array(BackupCollection),
});
export type BackupDatabase = z.output<typeof BackupDatabase>;

/** The content of a complete backup. It is written last. */
export const Manifest = z.object({
  format: z.literal(1),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The release that made the backup, and the versions of MongoDB by database. */
  release: z.string(),
  mongodb: z.record(z.string(), z.string()),
  databases: z.array(BackupDatabase).min(1),
  /** The signed checkpoints and withdrawals of the audit. */
  auditFiles: z.array(StoredFile),
  /** Names of the settings whose secrets the restored system needs. The backup contains none of them. */
  secrets: z.array(z.string()),
});
export type Manifest = z.output<typeof Manifest>;

/** The name of the manifest in the directory of a backup. */
export const manifestName = 'manifest.json';

/** @throws conflict for a directory without a complete backup of a known format */
export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, manifestName), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw conflict(
      'backup_incomplete',
      `${directory} has no ${manifestName}: no backup is there, or it did not finish. Use another backup.`,
    );
  });
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    const message = `${manifestName} is damaged or of another format. Use another backup, or the release that made it.`;
    throw conflict('backup_unreadable', message);
  }
}
