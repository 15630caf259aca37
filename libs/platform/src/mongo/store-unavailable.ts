import mongoose from 'mongoose';

const { MongoError } = mongoose.mongo;

/** Errors of the driver that mean a broken connection. */
const lostConnection = /^Mongo(Network|PoolCleared|NotConnected|Topology)/;

/** A write to a socket whose other end has just gone: the driver passes on Node's error. */
const lostSocket: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);

/** Errors of the driver when it gets no connection, or no answer in time. */
const noConnection =
  /^Mongo(ServerSelection|PoolClosed|WaitQueueTimeout|ServerClosed|ClientClosed|OperationTimeout|WriteConcern)/;

/** TransactionExceededLifetimeLimitSeconds: the server gave up a transaction, in the middle of one of its commands. */
const outlivedCode = 290;

/**
 * The server's codes for a member that shuts down or is not the primary, for a command or transaction that timed out,
 * for a cursor lost in a failover, for a read of a moment that the server has forgotten, and for a lost write conflict
 * (MongoDB, error codes; retryable errors of the server discovery specification).
 */
const unavailableCodes: ReadonlySet<unknown> = new Set([
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
  239,
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

/** The driver has used up its retries for these errors. A later try may succeed. */
const retryLabels = ['TransientTransactionError', 'UnknownTransactionCommitResult', 'RetryableWriteError'];

/** An error and what it wraps: a bulk write, `insertMany` included, hides the driver's own error in one of its own. */
export function errorLayers(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const { errorResponse, cause } = error as { errorResponse?: unknown; cause?: unknown };
  return [error, ...errorLayers(errorResponse instanceof Error ? errorResponse : cause)];
}

/** Whether this one error, without its causes, means that the connection broke during the command. */
export function isLostConnection(error: Error): boolean {
  return lostConnection.test(error.name) || lostSocket.has((error as NodeJS.ErrnoException).code);
}

/** Whether the server aborted the transaction for its age. Unlike with other aborts, the error has no label. */
export function isOutlivedTransaction(error: Error): boolean {
  return error instanceof MongoError && error.code === outlivedCode;
}

function meansUnavailable(error: Error): boolean {
  if (isLostConnection(error) || noConnection.test(error.name)) return true;
  if (error.name === 'MongooseError') return /buffering timed out|initial connection/.test(error.message);
  if (!(error instanceof MongoError)) return false;
  return unavailableCodes.has(error.code) || retryLabels.some((label) => error.hasErrorLabel(label));
}

/** Whether an error means that the database is temporarily unavailable, so that the caller should retry. */
export function isStoreUnavailable(error: unknown): boolean {
  return errorLayers(error).some(meansUnavailable);
}
