import mongoose from 'mongoose';

const { MongoError } = mongoose.mongo;

/** Errors of the driver that tell of a connection that broke. */
const lostConnection = /^Mongo(Network|PoolCleared|NotConnected|Topology)/;

/** A write to a socket whose other end has just gone: the driver passes it on as Node tells of it. */
const lostSocket: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);

/** Errors of the driver when there is no connection to be had, or no answer in time. */
const noConnection =
  /^Mongo(ServerSelection|PoolClosed|WaitQueueTimeout|ServerClosed|ClientClosed|OperationTimeout|WriteConcern)/;

/** TransactionExceededLifetimeLimitSeconds: the server gave up a transaction, in the middle of one of its commands. */
const outlivedCode = 290;

/**
 * The server's codes for a member that is going or just not the primary, for a command or a transaction out of time, for
 * a cursor that a failover took away, and for a lost conflict (MongoDB, error codes; retryable errors of the server
 * discovery specification).
 */
const awayCodes: ReadonlySet<unknown> = new Set([
  6,
  7,
  24,
  43,
  50,
  64,
  89,
  91,
  100,
  112,
  175,
  189,
  237,
  262,
  outlivedCode,
  9001,
  10_058,
  10_107,
  11_600,
  11_602,
  13_435,
  13_436,
]);

/** The driver has retried these as often as it does, and they would still go through another time. */
const retryLabels = ['TransientTransactionError', 'UnknownTransactionCommitResult', 'RetryableWriteError'];

/** An error and what it wraps: a bulk write, `insertMany` included, hides the driver's own error in one of its own. */
export function errorLayers(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const { errorResponse, cause } = error as { errorResponse?: unknown; cause?: unknown };
  return [error, ...errorLayers(errorResponse instanceof Error ? errorResponse : cause)];
}

/** Whether this one error, not what it wraps, says that the connection broke under the command. */
export function tellsLostConnection(error: Error): boolean {
  return lostConnection.test(error.name) || lostSocket.has((error as NodeJS.ErrnoException).code);
}

/** Whether the server aborted the transaction for its age. Unlike with other aborts, the error has no label. */
export function tellsOutlivedTransaction(error: Error): boolean {
  return error instanceof MongoError && error.code === outlivedCode;
}

function isAway(error: Error): boolean {
  if (tellsLostConnection(error) || noConnection.test(error.name)) return true;
  if (error.name === 'MongooseError') return /buffering timed out|initial connection/.test(error.message);
  if (!(error instanceof MongoError)) return false;
  return awayCodes.has(error.code) || retryLabels.some((label) => error.hasErrorLabel(label));
}

/** Whether an error means that the database can't do it now and may soon: the caller should come back, not give up. */
export function isStoreAway(error: unknown): boolean {
  return errorLayers(error).some(isAway);
}
