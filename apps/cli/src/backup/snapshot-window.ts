import { conflict } from '@pas/platform/errors/raise';
import mongoose from 'mongoose';
import type { NamedDatabase } from './open-databases.ts';

const { MongoServerError } = mongoose.mongo;
type Client = NamedDatabase['client'];

const parameter = 'minSnapshotHistoryWindowInSeconds';

/** Time for which a server keeps the history of a snapshot during a backup, in seconds. */
const windowSeconds = 3600;

/** MongoDB's error code of a user without the right. */
const unauthorized = [13];

/** MongoDB's error codes of a snapshot whose history is gone: `SnapshotTooOld`, `SnapshotUnavailable`. */
const snapshotGone = [239, 246];

const hasCode = (error: unknown, codes: readonly number[]): boolean =>
  error instanceof MongoServerError && codes.includes(Number(error.code));

/**
 * Raises the time for which a server keeps the history of a snapshot. A user without the right leaves it unchanged.
 *
 * @returns the earlier value, in seconds; null if it was not changed
 */
async function raiseWindow(client: Client): Promise<number | null> {
  const admin = client.db('admin');
  try {
    const before = Number((await admin.command({ getParameter: 1, [parameter]: 1 }))[parameter]);
    if (before >= windowSeconds) return null;
    await admin.command({ setParameter: 1, [parameter]: windowSeconds });
    return before;
  } catch (error) {
    if (hasCode(error, unauthorized)) return null;
    throw error;
  }
}

/** Rejects when the operator stops the command. */
const untilStopped = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const stop = (): void =>
      reject(conflict('backup_stopped', 'The backup was stopped and is incomplete. Remove its directory.'));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });

/**
 * Runs a dump while the servers keep the history of snapshots for an hour. Afterwards they have their earlier setting,
 * also after a stop by the operator.
 *
 * @throws conflict when a snapshot was dropped before the dump has ended, and after a stop
 */
export async function withSnapshotWindow<T>(
  clients: Iterable<Client>,
  dump: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const raised = new Map<Client, number>();
  try {
    for (const client of clients) {
      const before = await raiseWindow(client);
      if (before !== null) raised.set(client, before);
    }
    return await Promise.race([dump(), untilStopped(signal)]);
  } catch (error) {
    if (!hasCode(error, snapshotGone)) throw error;
    const message = `The backup took longer than MongoDB keeps the snapshot. Raise ${parameter}, or back up as an operator who may.`;
    throw conflict('snapshot_too_old', message);
  } finally {
    for (const [client, before] of raised)
      await client.db('admin').command({ setParameter: 1, [parameter]: before });
  }
}
