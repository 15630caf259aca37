import type { ClientSession, Connection } from 'mongoose';
import { unavailable } from '../errors/raise.ts';
import { maxPoolSize } from './connections.ts';

/**
 * Open transactions of a process stay below its pool. Without the cap, a failover lets thousands of them wait for
 * connections that the others hold, and none gets on.
 */
const maxOpen = Math.floor(maxPoolSize * 0.8);
const maxWaitMs = 2000;

/** How often a transaction is tried anew after the connection itself was lost. */
const maxAttempts = 3;

let open = 0;
const waiting: (() => void)[] = [];

function enter(): Promise<void> {
  if (open < maxOpen) {
    open += 1;
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    const admit = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(admit), 1);
      reject(unavailable('Too many changes are under way. Try again.', 'overloaded'));
    }, maxWaitMs);
    waiting.push(admit);
  });
}

function leave(): void {
  const next = waiting.shift();
  if (next) next();
  else open -= 1;
}

const lostConnection = /^Mongo(Network|PoolCleared|NotConnected|Topology)/;

const isLostConnection = (error: unknown): boolean =>
  error instanceof Error && lostConnection.test(error.name);

async function runOnce<T>(connection: Connection, work: (session: ClientSession) => Promise<T>): Promise<T> {
  const session = await connection.startSession();
  try {
    return await session.withTransaction(() => work(session), {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', j: true },
      maxCommitTimeMS: 5000,
    });
  } finally {
    await session.endSession();
  }
}

/**
 * Runs `work` in a transaction with majority commit and retries it after conflicts, elections and lost connections.
 * `work` runs anew on each try: whatever it keeps outside its own scope has to be reset at its start.
 *
 * @throws unavailable when no place is free within two seconds
 */
export async function inTransaction<T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  await enter();
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runOnce(connection, work);
      } catch (error) {
        if (attempt >= maxAttempts || !isLostConnection(error)) throw error;
      }
    }
  } finally {
    leave();
  }
}
