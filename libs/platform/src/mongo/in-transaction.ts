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

/** @param detail what the transaction waited for, for the log */
const overloaded = (detail: string): Fault =>
  new Fault('unavailable', 'overloaded', 'Too many changes are running at the moment. Try again.', {
    headers: { 'Retry-After': '1' },
    detail,
  });

/**
 * Open transactions of a process stay below its pool. Without the cap, a failover lets thousands of them wait for
 * connections that the others hold, and none can continue.
 */
const openTransactions = createSemaphore({
  permits: Math.floor(maxPoolSize * 0.8),
  maxWaitMs: 2000,
  refusal: () => overloaded('no transaction ended within two seconds while as many as may be open were'),
});

/**
 * The turns of transactions that conflict with others. The driver lets each of them try again after a random wait, so that
 * of fifty at one row most only hinder each other until their time is over. One after the other, each needs one try.
 */
const turns = createLocks();

/** Tries at once, in one session, after which a transaction waits for its turn. */
const freeTries = 2;

/** No try begins later than this; the driver alone would go on for two minutes while the caller is long gone. */
const maxRetryMs = 10_000;

/** The longest wait before a new try after the connection was lost; each waits a random part of it. */
const usualPauseMs = 200;

const isLost = (error: unknown): boolean => errorLayers(error).some(isLostConnection);

const hasLabel = (error: unknown, label: string): boolean =>
  errorLayers(error).some((layer) => layer instanceof MongoError && layer.hasErrorLabel(label));

/**
 * Thrown by a transaction's work that has to start over, mostly because another transaction has to be over first: its
 * writes are rolled back, and it runs again. If all tries fail, the caller gets 503.
 */
export class RunAgain extends Fault {
  /** How long the next try waits at most, in milliseconds. */
  readonly maxPauseMs: number;

  constructor(message: string, maxPauseMs = usualPauseMs) {
    super('unavailable', 'busy', message, { headers: { 'Retry-After': '1' } });
    this.maxPauseMs = maxPauseMs;
  }
}

/**
 * Whether nothing was committed, for a cause that passes. Within a transaction the driver sees to most of that itself; a
 * connection that couldn't even be opened, and bulk writes, it leaves to its caller.
 */
function isUndone(error: unknown): boolean {
  if (error instanceof RunAgain) return true;
  if (hasLabel(error, 'UnknownTransactionCommitResult')) return false;
  if (errorLayers(error).some(isOutlivedTransaction)) return true;
  return hasLabel(error, 'TransientTransactionError') || isLost(error);
}

/** Waits a random part of the time, so that transactions that failed together do not conflict again. */
async function pauseAfter(error: unknown): Promise<void> {
  const maxMs = error instanceof RunAgain ? error.maxPauseMs : usualPauseMs;
  if (maxMs > 0) await pause(Math.random() * maxMs);
}

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
      await pauseAfter(error);
    }
  }
}

/** A transaction under way, which further work may join. */
export interface Transaction {
  connection: Connection;
  session: ClientSession;
  /** A number from 0 that no other open transaction of this process has. */
  permit: number;
  /** Which try of the work this is, from 1. */
  attempt: number;
  /**
   * Calls `effect` once the transaction is certainly committed: not for a try that is rolled back, and not if the
   * result of the commit is unknown.
   */
  onCommitted(effect: () => void): void;
  /**
   * Calls `effect` when this try is rolled back or the result of its commit is unknown: what the work has taken in memory
   * is given back there. A further try starts with none.
   */
  onUndone(effect: () => void): void;
}

/**
 * How long a commit may take, in milliseconds. One that was asked for gets a second even at the end of its request: to
 * give it up sooner would leave its result unknown.
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
  /** How many tries there have been, over all sessions. */
  attempts: number;
  /** Whether others of the same key that have met conflicts wait for this one. */
  hasTurn: boolean;
}

type Turn = Omit<Run<unknown>, 'work'>;

/**
 * Waits until no other transaction of the same key that has met conflicts is under way in this process. The permit is
 * given back meanwhile, because nothing is open: transactions of others go on.
 *
 * @throws unavailable when the time for new tries ends before
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
  // The result of the work, when only the commit is left.
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
 * `work` runs anew on each try: whatever it keeps outside its own scope has to be reset at its start.
 *
 * @param queueKey whose transaction it is: where all permits are taken, those of different keys take turns
 * @throws unavailable when no permit is free within two seconds, or conflicts don't end within ten or by the deadline of
 *   the request
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
