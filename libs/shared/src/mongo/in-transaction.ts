import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { unavailable } from '../errors/raise.ts';
import { maxPoolSize } from './connections.ts';
import { createPlaces } from './places.ts';
import { errorLayers, tellsLostConnection } from './store-away.ts';

const { MongoError } = mongoose.mongo;

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

/**
 * Whether nothing was committed because the connection was lost. Within a transaction the driver sees to most of that
 * itself; a connection that couldn't even be opened, and bulk writes, it leaves to its caller.
 */
function isUndone(error: unknown): boolean {
  const layers = errorLayers(error);
  const isUnknown = layers.some(
    (layer) => layer instanceof MongoError && layer.hasErrorLabel('UnknownTransactionCommitResult'),
  );
  return !isUnknown && layers.some(tellsLostConnection);
}

type Work<T> = (session: ClientSession) => Promise<T>;

async function runOnce<T>(connection: Connection, work: Work<T>): Promise<T> {
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

async function runUntilDone<T>(connection: Connection, work: Work<T>): Promise<T> {
  const lastStart = performance.now() + maxRetryMs;
  const workInTime: Work<T> = async (session) => {
    if (performance.now() > lastStart) throw overloaded();
    return work(session);
  };
  for (;;) {
    try {
      return await runOnce(connection, workInTime);
    } catch (error) {
      if (!isUndone(error) || performance.now() > lastStart) throw error;
    }
    await pause(Math.random() * maxPauseMs);
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
