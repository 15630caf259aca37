import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { unavailable } from '../errors/raise.ts';
import { maxPoolSize } from './connections.ts';
import { createPlaces } from './places.ts';
import { errorLayers, tellsLostConnection } from './store-away.ts';

const { MongoError, MongoServerError } = mongoose.mongo;

const overloaded = () => unavailable('Too many changes are under way. Try again.', 'overloaded');

/**
 * Open transactions of a process stay below its pool. Without the cap, a failover lets thousands of them wait for
 * connections that the others hold, and none gets on.
 */
const places = createPlaces({ count: Math.floor(maxPoolSize * 0.8), maxWaitMs: 2000, refusal: overloaded });

/** No try begins later than this; the driver alone would go on for two minutes while the caller is long gone. */
const maxRetryMs = 10_000;

/** The longest wait before a new try after the connection was lost; each waits a random part of it. */
const maxPauseMs = 200;

const isLost = (error: unknown): boolean => errorLayers(error).some(tellsLostConnection);

const hasLabel = (error: unknown, label: string): boolean =>
  errorLayers(error).some((layer) => layer instanceof MongoError && layer.hasErrorLabel(label));

/**
 * Whether nothing was committed, for a cause that passes. Within a transaction the driver sees to most of that itself; a
 * connection that couldn't even be opened, and bulk writes, it leaves to its caller.
 */
function isUndone(error: unknown): boolean {
  if (hasLabel(error, 'UnknownTransactionCommitResult')) return false;
  return hasLabel(error, 'TransientTransactionError') || isLost(error);
}

const pauseAtRandom = (): Promise<void> => pause(Math.random() * maxPauseMs);

/**
 * Asks for a commit whose answer was lost until there is one. A server that has done it says so again, and one that
 * hasn't knows no such transaction (MongoDB, transactions specification), so its work may run anew: without asking, a
 * change that was made would be made twice.
 */
async function commitAgain(session: ClientSession, lastStart: number): Promise<void> {
  for (;;) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (!isLost(error) || performance.now() > lastStart) throw error;
    }
    await pauseAtRandom();
  }
}

/** A transaction under way that further work joins. */
export interface Transaction {
  connection: Connection;
  session: ClientSession;
}

type Work<T> = (session: ClientSession) => Promise<T>;

async function runOnce<T>(connection: Connection, work: Work<T>, lastStart: number): Promise<T> {
  const session = await connection.startSession();
  // What the work has given, once only the commit is left.
  const finished: T[] = [];
  const workInTime = async (): Promise<T> => {
    finished.length = 0;
    if (performance.now() > lastStart) throw overloaded();
    finished.push(await work(session));
    return finished[0] as T;
  };
  try {
    return await session.withTransaction(workInTime, {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', j: true },
      maxCommitTimeMS: 5000,
    });
  } catch (error) {
    if (finished.length === 0 || error instanceof MongoServerError) throw error;
    await commitAgain(session, lastStart);
    return finished[0] as T;
  } finally {
    await session.endSession();
  }
}

async function runUntilDone<T>(connection: Connection, work: Work<T>): Promise<T> {
  const lastStart = performance.now() + maxRetryMs;
  for (;;) {
    try {
      return await runOnce(connection, work, lastStart);
    } catch (error) {
      if (!isUndone(error) || performance.now() > lastStart) throw error;
    }
    await pauseAtRandom();
  }
}

/**
 * Runs `work` in a transaction with majority commit and retries it after conflicts, elections and lost connections.
 * `work` runs anew on each try: whatever it keeps outside its own scope has to be reset at its start.
 *
 * @throws unavailable when no place is free within two seconds, or conflicts don't end within ten
 */
export async function inTransaction<T>(connection: Connection, work: Work<T>): Promise<T> {
  await places.enter();
  try {
    return await runUntilDone(connection, work);
  } finally {
    places.leave();
  }
}
