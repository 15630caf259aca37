import mongoose, { type ConnectOptions } from 'mongoose';

/** The database of the environment that this process serves: what hangs on properties and residents. */
export const core = mongoose.createConnection();

/** The database above all environments: tenants, API keys, operator sessions, rate buckets. */
export const control = mongoose.createConnection();

/** Connections of one pool; transactions are capped below it (see `in-transaction.ts`). */
export const maxPoolSize = 50;

const settings: ConnectOptions = {
  w: 'majority',
  journal: true,
  readConcernLevel: 'majority',
  retryWrites: true,
  retryReads: true,
  serverSelectionTimeoutMS: 15_000,
  heartbeatFrequencyMS: 1000,
  // Also how long the watch over a server waits for its sign of life: the driver's half a minute is longer than the
  // gateway waits for us, so requests under way at a frozen primary would end there.
  connectTimeoutMS: 5000,
  maxPoolSize,
  waitQueueTimeoutMS: 2000,
  autoIndex: false,
  autoCreate: false,
  bufferCommands: false,
};

mongoose.set('strictQuery', 'throw');

/** Opens both databases. They may be one server, or even one database; no transaction ever spans them. */
export async function connectDatabases(urls: { core: string; control: string }): Promise<void> {
  await Promise.all([core.openUri(urls.core, settings), control.openUri(urls.control, settings)]);
}

/** Closes both databases. */
export async function disconnectDatabases(): Promise<void> {
  await Promise.all([core.close(), control.close()]);
}
