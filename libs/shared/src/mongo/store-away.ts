import mongoose from 'mongoose';

const { MongoError } = mongoose.mongo;

/** Errors of the driver that tell of the way to the database and not of the command. */
const connectionErrors =
  /^Mongo(ServerSelection|Network|PoolCleared|PoolClosed|WaitQueueTimeout|NotConnected|Topology|ServerClosed|ClientClosed|OperationTimeout|WriteConcern)/;

/**
 * The server's codes for a member that is going or just not the primary, and for a command out of time
 * (MongoDB, error codes; retryable errors of the server discovery specification).
 */
const awayCodes: ReadonlySet<unknown> = new Set([
  6, 7, 50, 64, 89, 91, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

/** The driver has retried these as often as it does, and they would still go through another time. */
const retryLabels = ['TransientTransactionError', 'UnknownTransactionCommitResult', 'RetryableWriteError'];

/** Whether the connection was lost, and not merely a command refused. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && connectionErrors.test(error.name);
}

/** Whether an error means that the database can't do it now and may soon: the caller should come back, not give up. */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'MongooseError') return /buffering timed out|initial connection/.test(error.message);
  if (isConnectionLost(error)) return true;
  if (!(error instanceof MongoError)) return false;
  return awayCodes.has(error.code) || retryLabels.some((label) => error.hasErrorLabel(label));
}
