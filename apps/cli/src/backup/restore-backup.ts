import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { conflict } from '@pas/platform/errors/raise';
import { countConnections } from '@pas/platform/mongo/users/prune-users';
import { kindOfUser } from '@pas/platform/mongo/users/store-roles';
import type { BackupConfig } from '../config.ts';
import { checkBackup } from './check-backup.ts';
import { loadCollection } from './load-collection.ts';
import { markRestored } from './mark-restored.ts';
import type { BackupDatabase, Manifest } from './manifest.ts';
import { withBackupDatabases, type NamedDatabase } from './open-databases.ts';

/** A database of the backup with its target. */
interface Pair {
  stored: BackupDatabase;
  target: NamedDatabase;
}

/** @throws conflict for a database without an address, or an address without a database */
function pairUp({ databases }: Manifest, targets: readonly NamedDatabase[]): Pair[] {
  const names = new Set([...databases, ...targets].map(({ name }) => name));
  return [...names].map((name) => {
    const stored = databases.find((database) => database.name === name);
    const target = targets.find((database) => database.name === name);
    if (stored && target) return { stored, target };
    const lacking = stored ? 'BACKUP_DATABASES has no address' : 'The backup has no database';
    throw conflict('databases_differ', `${lacking} for ${name}. A restore replaces all databases together.`);
  });
}

/** The ledger of migrations. Services are not ready without it. */
const ledger = 'migrations';

const isServiceUser = (user: string): boolean => {
  const kind = kindOfUser(user);
  return kind !== undefined && kind !== 'cli' && kind !== 'migrations';
};

async function isFilled({ db }: NamedDatabase): Promise<boolean> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
    if (name !== ledger && !name.startsWith('system.') && (await db.collection(name).findOne({})))
      return true;
  return false;
}

/** @throws conflict for a target with rows */
async function requireEmpty(targets: readonly NamedDatabase[]): Promise<void> {
  for (const target of targets)
    if (await isFilled(target))
      throw conflict(
        'target_not_empty',
        `The database of ${target.name} has rows. Stop all services, then use --replace to remove them.`,
      );
}

/** @throws conflict while a service is connected, which would write into a half-restored database */
async function requireStopped(targets: readonly NamedDatabase[]): Promise<void> {
  for (const { name, client, db } of targets) {
    const connections = await countConnections({ client, databases: { core: db.databaseName } });
    const running = [...connections.keys()].filter(isServiceUser);
    if (running.length === 0) continue;
    const users = running.toSorted().join(', ');
    throw conflict(
      'services_running',
      `Services of ${name} are connected as ${users}. Stop all services first.`,
    );
  }
}

/** Collections that are loaded at once, because a small one mostly waits for its indexes. */
const concurrency = 4;

/** Loads the collections of all databases whose name is wanted. */
async function load(
  directory: string,
  pairs: readonly Pair[],
  isWanted: (name: string) => boolean,
): Promise<void> {
  const wanted = pairs.flatMap(({ stored, target }) =>
    stored.collections
      .filter(({ name }) => isWanted(name))
      .map((collection) => ({ db: target.db, collection })),
  );
  const queue = wanted.values();
  const loadNext = async (): Promise<void> => {
    // Each loop takes the next collection of the shared iterator.
    for (const { db, collection } of queue) await loadCollection(db, directory, collection);
  };
  await Promise.all(Array.from({ length: concurrency }, loadNext));
}

/** Replaces all rows but the ledgers of migrations. */
async function loadRows(directory: string, pairs: readonly Pair[]): Promise<void> {
  const targets = pairs.map(({ target }) => target);
  for (const { db } of targets) await db.dropDatabase();
  await load(directory, pairs, (name) => name !== ledger);
  await markRestored(targets, new Date());
}

/** Copies the signed statements that are missing. It never replaces a file: newer statements prove the loss. */
async function copyMissing(
  directory: string,
  { auditFiles }: Manifest,
  target: string | undefined,
): Promise<void> {
  if (target === undefined) return;
  for (const { path } of auditFiles) {
    const to = join(target, path.slice('audit/'.length));
    if (await stat(to).catch(() => null)) continue;
    await mkdir(dirname(to), { recursive: true });
    // An interrupted copy has another name, so that the next restore repeats it.
    await copyFile(join(directory, path), `${to}.unfinished`);
    await rename(`${to}.unfinished`, to);
  }
}

/**
 * Restores all databases of a backup, after every hash and document was checked.
 *
 * @throws conflict for an incomplete or damaged backup, other databases, connected services, and a target with rows
 */
export async function restoreBackup(
  config: BackupConfig,
  { directory, replace }: { directory: string; replace: boolean },
): Promise<Manifest> {
  const manifest = await checkBackup(directory);
  await withBackupDatabases(config, async (targets) => {
    const pairs = pairUp(manifest, targets);
    await requireStopped(targets);
    if (!replace) await requireEmpty(targets);
    await loadRows(directory, pairs);
    await copyMissing(directory, manifest, config.AUDIT_CHECKPOINT_DIR);
    // They come last, so that no service is ready after an interrupted restore.
    await load(directory, pairs, (name) => name === ledger);
  });
  return manifest;
}
