import { setTimeout as pause } from 'node:timers/promises';
import { openLease, type Lease } from '../leases/lease.ts';
import { core } from '../mongo/connections.ts';
import { retryOnDuplicate } from '../mongo/duplicate-key.ts';
import { MigrationModel, type MigrationRow } from './migration-row.ts';
import type { Migration } from './migration.ts';

/**
 * The period of follow-up passes, in milliseconds. Processes of the previous release may run that long beside new ones.
 */
const followUpMs = 24 * 3_600_000;

/** The time for which a process that died keeps the lease, in milliseconds. */
const ttlMs = 10_000;
/** The interval at which a holder of the lease renews it, in milliseconds. */
export const migrationRenewMs = 3000;

/** Renews the lease if that is due. Returns false when the work must end. */
type Renew = () => Promise<boolean>;

/** The interval at which a waiting process asks for the lease, in milliseconds. */
const askMs = 500;

/** Makes a function that renews the lease between batches, when it is due. */
function keepLease(lease: Lease): Renew {
  let renewAt = 0;
  return async () => {
    if (performance.now() < renewAt) return true;
    while (!(await lease.acquire())) await pause(askMs);
    renewAt = performance.now() + migrationRenewMs;
    return true;
  };
}

async function readOrStart({ id }: Migration): Promise<MigrationRow> {
  const started = { state: 'RUNNING', position: null, startedAt: new Date(), finishedAt: null } as const;
  const row = await retryOnDuplicate(['_id_'], async () =>
    MigrationModel.findOneAndUpdate(
      { _id: id },
      { $setOnInsert: { ...started, checkedAt: null, examined: 0, changed: 0 } },
      { upsert: true, returnDocument: 'after' },
    ).lean<MigrationRow>(),
  );
  return row;
}

/**
 * Runs the remaining batches. The ledger advances only from the position that was read, so that one of two processes
 * counts a batch.
 */
async function runFirstPass(migration: Migration, renew: Renew): Promise<void> {
  for (;;) {
    await renew();
    const { state, position } = await readOrStart(migration);
    if (state === 'DONE') return;
    const batch = await migration.runBatch(position);
    const filter = { _id: migration.id, state: 'RUNNING' as const, position };
    if (batch) {
      const { examined, changed } = batch;
      await MigrationModel.updateOne(filter, {
        $set: { position: batch.position },
        $inc: { examined, changed },
      });
    } else {
      const done = { state: 'DONE', position: null, finishedAt: new Date() } as const;
      await MigrationModel.updateOne(filter, { $set: done });
    }
  }
}

/**
 * Runs all batches once more. They change rows that the previous release has written since the first pass. A pass whose
 * lease ends meanwhile is left to the next holder.
 */
async function runFollowUp(migration: Migration, renew: Renew): Promise<void> {
  let position: string | null = null;
  let changed = 0;
  do {
    if (!(await renew())) return;
    const batch = await migration.runBatch(position);
    changed += batch?.changed ?? 0;
    position = batch?.position ?? null;
  } while (position !== null);
  await MigrationModel.updateOne(
    { _id: migration.id },
    { $set: { checkedAt: new Date() }, $inc: { changed } },
  );
}

const isFollowed = ({ finishedAt }: MigrationRow, now: number): boolean =>
  finishedAt !== null && finishedAt.getTime() > now - followUpMs;

/**
 * Repeats the migrations that ended within the last day. Processes of the previous release may have written rows
 * meanwhile.
 */
export async function followUpMigrations(
  migrations: readonly Migration[],
  renew: Renew = () => Promise.resolve(true),
): Promise<void> {
  const rows = await MigrationModel.find({ state: 'DONE' }).lean<MigrationRow[]>();
  for (const migration of migrations) {
    const row = rows.find(({ _id }) => _id === migration.id);
    if (row && isFollowed(row, Date.now())) await runFollowUp(migration, renew);
  }
}

/** Whether a follow-up pass of these migrations is due: the last one ended more than `everyMs` milliseconds ago. */
export async function isFollowUpDue(migrations: readonly Migration[], everyMs: number): Promise<boolean> {
  const now = Date.now();
  const _id = { $in: migrations.map(({ id }) => id) };
  const finishedAt = { $gt: new Date(now - followUpMs) };
  const rows = await MigrationModel.find({ _id, finishedAt }).lean<MigrationRow[]>();
  return rows.some(
    ({ finishedAt, checkedAt }) => (checkedAt ?? finishedAt ?? new Date()).getTime() < now - everyMs,
  );
}

/** Opens the lease of the process that runs migrations in an environment's database. */
export const openMigrationLease = (): Lease => openLease({ connection: core, name: 'migrations', ttlMs });

/**
 * Runs the pending migrations in order, after follow-up passes of those that ended within the last day. Processes of
 * the previous release may have written rows meanwhile.
 *
 * One process at a time runs them. Another process waits for it, and continues after its last finished batch if it
 * dies.
 */
export async function runMigrations(migrations: readonly Migration[]): Promise<void> {
  const lease = openMigrationLease();
  const renew = keepLease(lease);
  try {
    await renew();
    await followUpMigrations(migrations, renew);
    for (const migration of migrations) await runFirstPass(migration, renew);
  } finally {
    await lease.release();
  }
}
