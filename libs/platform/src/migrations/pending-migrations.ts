import type { Connection } from 'mongoose';
import type { HealthCheck } from '../health/readiness.ts';
import type { MigrationRow } from './migration-row.ts';

/** Lists the migrations that have not finished in a database. */
export async function pendingMigrations(connection: Connection, ids: readonly string[]): Promise<string[]> {
  const done = await connection
    .collection<MigrationRow>('migrations')
    .find({ _id: { $in: [...ids] }, state: 'DONE' })
    .toArray();
  return ids.filter((id) => !done.some(({ _id }) => _id === id));
}

/** The time for which a pending result is cached, in milliseconds. */
const pendingForMs = 1000;

/**
 * Checks that the migrations of this release have finished. Without them, look-ups miss existing rows, and the release
 * creates duplicates. Finished migrations stay finished, so the check then stops asking.
 */
export function migrationCheck(connection: Connection, ids: readonly string[]): HealthCheck {
  let isDone = false;
  let last: { at: number; pending: Promise<readonly string[]> } | null = null;
  const requireNone = async (asked: Promise<readonly string[]>): Promise<void> => {
    const pending = await asked.catch((cause: unknown) => {
      throw new Error('can’t be read', { cause });
    });
    isDone = pending.length === 0;
    if (!isDone) throw new Error(`pending: ${pending.join(', ')}. Run pas migrations apply.`);
  };
  return {
    name: 'migrations',
    isCritical: true,
    check: () => {
      if (isDone) return undefined;
      const isOver = last === null || performance.now() - last.at > pendingForMs;
      if (last === null || isOver)
        last = { at: performance.now(), pending: pendingMigrations(connection, ids) };
      return requireNone(last.pending);
    },
  };
}
