import mongoose from 'mongoose';

const { MongoError } = mongoose.mongo;

/** Names of the driver's errors that mean a broken connection. */
const lostConnection = /^Mongo(Network|PoolCleared|NotConnected|Topology)/;

/** Codes of Node's errors after a write to a socket whose other end has closed. The driver passes them on. */
const lostSocket: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);

/** Names of the driver's errors without a connection, or without an answer in time. */
const noConnection =
  /^Mongo(ServerSelection|PoolClosed|WaitQueueTimeout|ServerClosed|ClientClosed|OperationTimeout|WriteConcern)/;

/**
 * TransactionExceededLifetimeLimitSeconds: the server aborted a transaction for its age, during one of its commands.
 */
const outlivedCode = 290;

/**
 * The server's codes for temporary unavailability. They stand for a member that shuts down or is not the primary, and
 * for timeouts of commands and transactions. Others stand for a lost cursor, a snapshot that is too old, and a lost
 * write conflict. Source: MongoDB, error codes; retryable errors of the server discovery specification.
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

/**
 * Lists an error and the errors that it wraps, each once. Bulk writes, including `insertMany`, wrap the driver's own
 * error.
 */
export function errorLayers(error: unknown): Error[] {
  const layers = new Set<Error>();
  let layer = error;
  while (layer instanceof Error && !layers.has(layer)) {
    layers.add(layer);
    const { errorResponse, cause } = layer as { errorResponse?: unknown; cause?: unknown };
    layer = errorResponse instanceof Error ? errorResponse : cause;
  }
  return [...layers];
}

/** Whether this one error, without its causes, means that the connection broke during the command. */
export function isLostConnection(error: Error): boolean {
  return lostConnection.test(error.name) || lostSocket.has((error as NodeJS.ErrnoException).code);
}

/** Whether the server aborted the transaction for its age. Unlike other aborts, this error has no label. */
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
