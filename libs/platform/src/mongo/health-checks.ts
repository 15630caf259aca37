import mongoose, { type Connection } from 'mongoose';
import type { HealthCheck } from '../health/readiness.ts';
import { followPrimary } from './follow-primary.ts';
import { countIndexes, missingIndexes } from './indexes.ts';
import { heartbeatMs } from './open-clients.ts';

/** A heartbeat older than this is doubtful, because the next one is overdue. */
const freshMs = heartbeatMs + 500;

/**
 * Timeout of a ping. Together with `freshMs` it is below the five seconds within which `/readyz` must be true. It is
 * also below the second after which the gateway takes a silent process for a frozen one.
 */
const pingTimeoutMs = 750;

/** Replaces the driver's messages, which contain hosts, because `/readyz` is public. */
async function orElse<T>(words: string, ask: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await ask;
  } catch (cause) {
    throw new Error(words, { cause });
  }
}

const isFresh = (heardAt: number): boolean => performance.now() - heardAt < freshMs;

/** Asks the server itself after its last heartbeat is too old. This process may have been too busy to receive one. */
async function ping(connection: Connection): Promise<void> {
  await orElse(
    'does not answer',
    connection.db?.command({ ping: 1 }, { signal: AbortSignal.timeout(pingTimeoutMs) }),
  );
  const primary = followPrimary(connection);
  if (primary) primary.heardAt = performance.now();
}

/**
 * Checks that a database answers, from the driver's monitoring. The end of a server shows immediately in mongoose's
 * `readyState`. A frozen server shows by its missing heartbeats.
 */
export function mongoCheck(name: string, connection: Connection): HealthCheck {
  let asking: Promise<void> | null = null;
  return {
    name,
    isCritical: true,
    check: () => {
      const primary = followPrimary(connection);
      if (connection.readyState !== mongoose.ConnectionStates.connected || !primary) {
        throw new Error('is not connected');
      }
      if (isFresh(primary.heardAt)) return undefined;
      asking ??= ping(connection).finally(() => (asking = null));
      return asking;
    },
  };
}

/** The time for which an answer is cached despite later writes: with all indexes, and with missing ones. */
const completeForMs = 4000;
const incompleteForMs = 1000;

/** The time after which the indexes are listed again, although their number is the same. */
const sameCountForMs = 60_000;

/** Result of a look at the indexes. */
interface Look {
  at: number;
  /** The last write of each database before the look; null if it is unknown. */
  lastWrites: readonly (string | null)[];
  missing: Promise<readonly string[]>;
  /** Null while it is unknown. */
  isComplete: boolean | null;
}

/** Reads the last write of each database from its latest heartbeat. */
const readLastWrites = (connections: readonly Connection[]): Look['lastWrites'] =>
  connections.map((connection) => {
    const primary = followPrimary(connection);
    return primary && isFresh(primary.heardAt) ? primary.lastWrite : null;
  });

/**
 * Returns a function that lists the missing indexes. A complete list is valid for a minute while the number of indexes
 * is the same.
 */
function indexLister(connections: readonly Connection[]): () => Promise<readonly string[]> {
  let complete: { at: number; counts: readonly (number | null)[] } | null = null;
  return async () => {
    const counts = await Promise.all(connections.map(countIndexes));
    const isRecent = complete !== null && performance.now() - complete.at < sameCountForMs;
    if (isRecent && counts.every((count, index) => count !== null && count === complete?.counts[index]))
      return [];
    const at = performance.now();
    const missing = (await Promise.all(connections.map(missingIndexes))).flat();
    complete = missing.length === 0 ? { at, counts } : null;
    return missing;
  };
}

function look(connections: readonly Connection[], list: () => Promise<readonly string[]>): Look {
  const begun: Look = {
    at: performance.now(),
    lastWrites: readLastWrites(connections),
    missing: orElse('can’t be read', list()).then((names) => names ?? []),
    isComplete: null,
  };
  begun.missing.then(
    ({ length }) => (begun.isComplete = length === 0),
    () => (begun.isComplete = false),
  );
  return begun;
}

/** Whether a look is still valid. Dropping an index is a write, so without a write all indexes still exist. */
function isCurrent({ at, isComplete, lastWrites }: Look, connections: readonly Connection[]): boolean {
  if (isComplete === null) return true;
  if (performance.now() - at < (isComplete ? completeForMs : incompleteForMs)) return true;
  const now = readLastWrites(connections);
  return isComplete && lastWrites.every((write, index) => write !== null && write === now[index]);
}

/** Checks that every declared index exists. Without one, a list scans or uniqueness is not enforced. */
export function indexCheck(connections: readonly Connection[]): HealthCheck {
  const list = indexLister(connections);
  let last: Look | null = null;
  const requireComplete = async ({ missing }: Look): Promise<void> => {
    const names = await missing;
    if (names.length > 0) throw new Error(`missing: ${names.join(', ')}. Run pas indexes apply.`);
  };
  return {
    name: 'indexes',
    isCritical: true,
    check: () => {
      if (!last || !isCurrent(last, connections)) last = look(connections, list);
      return last.isComplete ? undefined : requireComplete(last);
    },
  };
}
