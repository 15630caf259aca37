import mongoose, { type Connection } from 'mongoose';
import type { HealthCheck } from '../health/readiness.ts';
import { followPrimary } from './follow-primary.ts';
import { countIndexes, missingIndexes } from './indexes.ts';
import { heartbeatMs } from './open-clients.ts';

/** A heartbeat older than this is doubtful, because the next one is overdue. */
const freshMs = heartbeatMs + 500;

/**
 * Timeout of a ping. Together with `freshMs` it is below the five seconds within which `/readyz` must be true. It is
 * also below the second after which the gateway considers a silent process frozen.
 */
const pingTimeoutMs = 750;

/** Replaces the driver's messages, which contain hosts, because `/readyz` is public. */
async function orElse<T>(message: string, operation: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await operation;
  } catch (cause) {
    throw new Error(message, { cause });
  }
}

const isFresh = (heardAt: number): boolean => performance.now() - heardAt < freshMs;

/** Pings the server itself because its last heartbeat is too old. This process may have been too busy to receive one. */
async function ping(connection: Connection): Promise<void> {
  await orElse(
    'does not answer',
    connection.db?.command({ ping: 1 }, { signal: AbortSignal.timeout(pingTimeoutMs) }),
  );
  const primary = followPrimary(connection);
  if (primary) primary.heardAt = performance.now();
}

/**
 * Checks that a database answers, from the driver's monitoring. The end of a server immediately changes
 * mongoose's `readyState`. A frozen server sends no heartbeats.
 */
export function mongoCheck(name: string, connection: Connection): HealthCheck {
  let pending: Promise<void> | null = null;
  return {
    name,
    isCritical: true,
    check: () => {
      const primary = followPrimary(connection);
      if (connection.readyState !== mongoose.ConnectionStates.connected || !primary) {
        throw new Error('is not connected');
      }
      if (isFresh(primary.heardAt)) return undefined;
      pending ??= ping(connection).finally(() => (pending = null));
      return pending;
    },
  };
}

/** The time for which an answer is cached despite later writes: with all indexes, and with missing ones. */
const completeForMs = 4000;
const incompleteForMs = 1000;

/** The time after which the indexes are listed again, although their number is the same. */
const sameCountForMs = 60_000;

/** Result of a check of the indexes. */
interface CheckResult {
  at: number;
  /** The last write of each database before the check; null if it is unknown. */
  lastWrites: readonly (string | null)[];
  missing: Promise<readonly string[]>;
  /** Null while it is unknown. */
  isComplete: boolean | null;
}

/** Reads the last write of each database from its latest heartbeat. */
const readLastWrites = (connections: readonly Connection[]): CheckResult['lastWrites'] =>
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

function startCheck(connections: readonly Connection[], list: () => Promise<readonly string[]>): CheckResult {
  const result: CheckResult = {
    at: performance.now(),
    lastWrites: readLastWrites(connections),
    missing: orElse('can’t be read', list()).then((names) => names ?? []),
    isComplete: null,
  };
  result.missing.then(
    ({ length }) => (result.isComplete = length === 0),
    () => (result.isComplete = false),
  );
  return result;
}

/** Whether a result is still valid. Dropping an index is a write, so without a write all indexes still exist. */
function isCurrent({ at, isComplete, lastWrites }: CheckResult, connections: readonly Connection[]): boolean {
  if (isComplete === null) return true;
  if (performance.now() - at < (isComplete ? completeForMs : incompleteForMs)) return true;
  const now = readLastWrites(connections);
  return isComplete && lastWrites.every((write, index) => write !== null && write === now[index]);
}

/** Checks that every declared index exists. Without one, a list scans or uniqueness is not enforced. */
export function indexCheck(connections: readonly Connection[]): HealthCheck {
  const list = indexLister(connections);
  let last: CheckResult | null = null;
  const requireComplete = async ({ missing }: CheckResult): Promise<void> => {
    const names = await missing;
    if (names.length > 0) throw new Error(`missing: ${names.join(', ')}. Run pas indexes apply.`);
  };
  return {
    name: 'indexes',
    isCritical: true,
    check: () => {
      if (!last || !isCurrent(last, connections)) last = startCheck(connections, list);
      return last.isComplete ? undefined : requireComplete(last);
    },
  };
}
