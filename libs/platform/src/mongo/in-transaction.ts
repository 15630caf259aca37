import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { Fault } from '../errors/fault.ts';
import { maxPoolSize } from './connections.ts';
import { openLedger, storeCounts } from './count-ledger.ts';
import { createLocks } from '../concurrency/locks.ts';
import { createSemaphore } from '../concurrency/semaphore.ts';
import { timeLeftMs, withoutDeadline } from '../deadline/deadline.ts';
import { errorLayers, isLostConnection, isOutlivedTransaction } from './store-unavailable.ts';

const { MongoError, MongoServerError } = mongoose.mongo;

/** @param detail the reason for the log */
const overloaded = (detail: string): Fault =>
  new Fault('unavailable', 'overloaded', 'Too many changes are running at the moment. Try again.', {
    headers: { 'Retry-After': '1' },
    detail,
  });

/**
 * Limit of the open transactions of a process, below its pool. Without it, thousands of transactions would wait after a
 * failover for connections that others hold, and none could continue. One owner gets less than half of them, so that
 * others never wait for the end of its transactions. More at once would mostly conflict with each other.
 */
const openTransactions = createSemaphore({
  permits: Math.floor(maxPoolSize * 0.8),
  permitsOfKey: Math.floor(maxPoolSize * 0.32),
  maxWaitMs: 10_000,
  maxStallMs: 2000,
  refusal: () => overloaded('no place for a further transaction became free'),
});

/**
 * Locks that serialize conflicting transactions. The driver retries each after a random wait. Fifty transactions on one
 * row then mostly hinder each other until they time out. Serialized, each needs one try.
 */
const turns = createLocks();

/** The number of tries in one session before a transaction waits for its turn. */
const freeTries = 2;

/**
 * No try begins later than this, in milliseconds. The driver itself would retry for two minutes, long after the caller
 * has given up.
 */
const maxRetryMs = 10_000;

/** The longest wait before a new try after a lost connection, in milliseconds. Each try waits a random part of it. */
const defaultPauseMs = 200;

const isLost = (error: unknown): boolean => errorLayers(error).some(isLostConnection);

const hasLabel = (error: unknown, label: string): boolean =>
  errorLayers(error).some((layer) => layer instanceof MongoError && layer.hasErrorLabel(label));

/**
 * Error that makes a transaction's work start over, mostly because another transaction must end first. Its writes are
 * rolled back, and it runs again. If all tries fail, the caller gets 503.
 */
export class RunAgain extends Fault {
  /** The longest wait before the next try, in milliseconds. */
  readonly maxPauseMs: number;

  constructor(message: string, maxPauseMs = defaultPauseMs) {
    super('unavailable', 'busy', message, { headers: { 'Retry-After': '1' } });
    this.maxPauseMs = maxPauseMs;
  }
}

/**
 * Whether nothing was committed and the cause is transient. Within a transaction the driver handles most of these
 * errors. Failures to open a connection and errors of bulk writes are left to its caller.
 */
function isUndone(error: unknown): boolean {
  if (error instanceof RunAgain) return true;
  if (hasLabel(error, 'UnknownTransactionCommitResult')) return false;
  if (errorLayers(error).some(isOutlivedTransaction)) return true;
  return hasLabel(error, 'TransientTransactionError') || isLost(error);
}

/** Waits a random part of the longest wait, so that transactions that failed together do not conflict again. */
async function pauseAfter(error: unknown): Promise<void> {
  const maxMs = error instanceof RunAgain ? error.maxPauseMs : defaultPauseMs;
  if (maxMs > 0) await pause(Math.random() * maxMs);
}

/**
 * Repeats a commit whose answer was lost, until an answer arrives. A server that has committed confirms it again. Any
 * other server does not know the transaction, so the work may run again (MongoDB, transactions specification). Without
 * the repeat, a committed change could be made twice.
 */
async function commitAgain(session: ClientSession, lastStart: number): Promise<void> {
  for (;;) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (!isLost(error) || performance.now() > lastStart) throw error;
      await pauseAfter(error);
    }
  }
}

/** An open transaction, which further work may join. */
export interface Transaction {
  connection: Connection;
  session: ClientSession;
  /** A number from 0 that no other open transaction of this process has. */
  permit: number;
  /** The number of this try of the work, from 1. */
  attempt: number;
  /**
   * Calls `effect` after a confirmed commit. It is not called for a rolled-back try or an unknown result of the commit.
   */
  onCommitted(effect: () => void): void;
  /**
   * Calls `effect` when this try is rolled back or the result of its commit is unknown. It releases what the work holds
   * in memory. A further try starts without effects.
   */
  onUndone(effect: () => void): void;
}

/**
 * Returns the time that a commit may take, in milliseconds. It gets a second even at the end of its request, because an
 * earlier abort would leave its result unknown.
 */
const commitTimeMs = (): number => Math.ceil(Math.min(5000, Math.max(1000, timeLeftMs())));

type Work<T> = (session: ClientSession, transaction: Transaction) => Promise<T>;

interface Run<T> {
  connection: Connection;
  work: Work<T>;
  queueKey: string;
  /** Null while the transaction waits for its turn. */
  permit: number | null;
  /** No try begins later than this, by the process's own clock: after ten seconds, or at the request's deadline. */
  lastStart: number;
  /** The number of tries so far, over all sessions. */
  attempts: number;
  /** Whether this transaction holds the lock of its key, for which other conflicting ones wait. */
  hasTurn: boolean;
}

type Turn = Omit<Run<unknown>, 'work'>;

/**
 * Waits until no other conflicting transaction of the same key runs in this process. It releases the permit meanwhile,
 * because nothing is open, so that other transactions continue.
 *
 * @throws unavailable when the time for new tries ends first
 */
async function waitForTurn(run: Turn): Promise<void> {
  const { permit, queueKey, lastStart, attempts } = run;
  if (run.hasTurn) return;
  if (permit !== null) openTransactions.release(permit);
  run.permit = null;
  if (!(await turns.acquire(queueKey, lastStart - performance.now())))
    throw overloaded(`conflicts after ${attempts} tries`);
  run.hasTurn = true;
  run.permit = await openTransactions.acquire(queueKey);
}

function endTurn(run: Turn): void {
  if (run.hasTurn) turns.release(run.queueKey);
  run.hasTurn = false;
}

async function runInSession<T>(run: Run<T>): Promise<T> {
  const { connection, work, lastStart } = run;
  const session = await connection.startSession();
  // Has the result of the work while only the commit is pending.
  const finished: T[] = [];
  const effects: (() => void)[] = [];
  const undoings: (() => void)[] = [];
  const onCommitted = (effect: () => void): void => void effects.push(effect);
  const onUndone = (effect: () => void): void => void undoings.push(effect);
  const undo = (): void => undoings.splice(0).forEach((effect) => effect());
  let tries = 0;
  const workInTime = async (): Promise<T> => {
    finished.length = 0;
    effects.length = 0;
    undo();
    tries += 1;
    if (tries > freeTries) await waitForTurn(run);
    if (performance.now() > lastStart) throw overloaded(`conflicts after ${run.attempts} tries`);
    run.attempts += 1;
    const permit = run.permit ?? 0;
    const transaction = { connection, session, permit, attempt: run.attempts, onCommitted, onUndone };
    openLedger(session);
    const result = await work(session, transaction);
    await storeCounts(connection, session);
    finished.push(result);
    return finished[0] as T;
  };
  try {
    await session.withTransaction(workInTime, {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', j: true },
      maxCommitTimeMS: commitTimeMs(),
    });
  } catch (error) {
    if (finished.length === 0 || error instanceof MongoServerError) {
      undo();
      throw error;
    }
    await commitAgain(session, lastStart).catch((lost: unknown) => {
      undo();
      throw lost;
    });
  } finally {
    endTurn(run);
    await session.endSession();
  }
  withoutDeadline(() => effects.forEach((effect) => effect()));
  return finished[0] as T;
}

async function runUntilDone<T>(run: Run<T>): Promise<T> {
  for (;;) {
    try {
      return await runInSession(run);
    } catch (error) {
      if (!isUndone(error) || performance.now() > run.lastStart) throw error;
      await pauseAfter(error);
    }
  }
}

/**
 * Runs `work` in a transaction with majority commit and retries it after conflicts, elections and lost connections.
 * `work` runs again on each try, so it must reset all state outside of its own scope at its start.
 *
 * @param queueKey the owner of the transaction; while all permits are taken, waiting keys take turns
 * @throws unavailable when no permit becomes free, or conflicts outlast ten seconds or the request's
 *   deadline
 */
export async function inTransaction<T>(connection: Connection, work: Work<T>, queueKey = ''): Promise<T> {
  const permit = await openTransactions.acquire(queueKey);
  const lastStart = performance.now() + Math.min(maxRetryMs, timeLeftMs());
  const run: Run<T> = { connection, work, queueKey, permit, lastStart, attempts: 0, hasTurn: false };
  try {
    return await runUntilDone(run);
  } finally {
    if (run.permit !== null) openTransactions.release(run.permit);
  }
}
