import mongoose, { type Connection } from 'mongoose';
import { openClients, type OpenClient, type StoreOptions } from './open-clients.ts';

export { maxPoolSize } from './open-clients.ts';

/**
 * Options of a connection: models create no indexes (`pas indexes apply` does), and commands fail immediately while the
 * database is unavailable.
 */
const modelSettings = { autoIndex: false, autoCreate: false, bufferCommands: false };

function createConnection(): Connection {
  const connection = mongoose.createConnection();
  Object.assign(connection.config as object, modelSettings);
  return connection;
}

/**
 * The database of the environment that this process serves: properties, residents and everything that belongs to them.
 */
export const core = createConnection();

/** The database above all environments: tenants, API keys, operator sessions, rate buckets. */
export const control = createConnection();

mongoose.set('strictQuery', 'throw');

/**
 * Opens both databases. They may be one server, or even one database; no transaction ever spans them.
 *
 * @throws MongoError when one of them cannot be reached; then neither is open
 */
export async function connectDatabases(
  urls: { core: string; control: string },
  options: StoreOptions = {},
): Promise<void> {
  const clients = await openClients(urls, options);
  use(core, clients.core);
  use(control, clients.control);
}

/**
 * Gives a connection its client. `setClient` reads the database's name from the client, which both connections may
 * share.
 */
function use(connection: Connection, { client, database }: OpenClient): void {
  const options: { dbName: string } = client.options;
  options.dbName = database;
  connection.setClient(client);
}

/** Closes both databases. */
export async function disconnectDatabases(): Promise<void> {
  await Promise.all([core.close(), control.close()]);
}
