import mongoose, { type Connection } from 'mongoose';
import type { HealthCheck } from '../health/readiness.ts';
import { followPrimary } from './follow-primary.ts';
import { missingIndexes } from './indexes.ts';
import { heartbeatMs } from './open-clients.ts';

/** A heartbeat older than this is doubtful, because the next one is overdue. */
const freshMs = heartbeatMs + 500;

/**
 * Together with `freshMs` less than the five seconds in which `/readyz` has to be true, and less than the second after
 * which the gateway takes a process that says nothing for a frozen one.
 */
const pingTimeoutMs = 750;

/** Replaces the driver's messages, which name hosts, because anybody may read `/readyz`. */
async function orElse<T>(words: string, ask: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await ask;
  } catch (cause) {
    throw new Error(words, { cause });
  }
}

const isFresh = (heardAt: number): boolean => performance.now() - heardAt < freshMs;

/** Asks the server itself if its last heartbeat is too old: this process may have been too busy to receive one. */
async function ping(connection: Connection): Promise<void> {
  await orElse(
    'does not answer',
    connection.db?.command({ ping: 1 }, { signal: AbortSignal.timeout(pingTimeoutMs) }),
  );
  const primary = followPrimary(connection);
  if (primary) primary.heardAt = performance.now();
}

/**
 * Whether a database answers; a process that can't reach its data can't serve. The driver's monitoring tells: mongoose
 * follows it with `readyState`, and a server that has ended is noticed at once, one that is frozen by its silence.
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

/** How long an answer counts that later writes may have changed; the second while something is missing. */
const completeForMs = 4000;
const incompleteForMs = 1000;

/** The indexes as they were looked at. */
interface Look {
  at: number;
  /** The last write of each database before it; null where that isn't known. */
  lastWrites: readonly (string | null)[];
  missing: Promise<readonly string[]>;
  /** Null while it isn't known. */
  isComplete: boolean | null;
}

/** The last write of each database, as far as the latest sign of life tells. */
const readLastWrites = (connections: readonly Connection[]): Look['lastWrites'] =>
  connections.map((connection) => {
    const primary = followPrimary(connection);
    return primary && isFresh(primary.heardAt) ? primary.lastWrite : null;
  });

function look(connections: readonly Connection[]): Look {
  const lists = orElse('can’t be read', Promise.all(connections.map(missingIndexes)));
  const begun: Look = {
    at: performance.now(),
    lastWrites: readLastWrites(connections),
    missing: lists.then((names) => names?.flat() ?? []),
    isComplete: null,
  };
  begun.missing.then(
    ({ length }) => (begun.isComplete = length === 0),
    () => (begun.isComplete = false),
  );
  return begun;
}

/** Dropping an index is a write: as long as there was none, all indexes are where they were. */
function isCurrent({ at, isComplete, lastWrites }: Look, connections: readonly Connection[]): boolean {
  if (isComplete === null) return true;
  if (performance.now() - at < (isComplete ? completeForMs : incompleteForMs)) return true;
  const now = readLastWrites(connections);
  return isComplete && lastWrites.every((write, index) => write !== null && write === now[index]);
}

/** Whether every declared index exists: without it a list scans, or a unique rule doesn't hold. */
export function indexCheck(connections: readonly Connection[]): HealthCheck {
  let last: Look | null = null;
  const requireComplete = async ({ missing }: Look): Promise<void> => {
    const names = await missing;
    if (names.length > 0) throw new Error(`missing: ${names.join(', ')}. Run pas indexes apply.`);
  };
  return {
    name: 'indexes',
    isCritical: true,
    check: () => {
      if (!last || !isCurrent(last, connections)) last = look(connections);
      return last.isComplete ? undefined : requireComplete(last);
    },
  };
}
