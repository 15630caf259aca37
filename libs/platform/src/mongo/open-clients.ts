import mongoose from 'mongoose';

const { MongoClient } = mongoose.mongo;
type Client = InstanceType<typeof MongoClient>;
type ClientOptions = NonNullable<ConstructorParameters<typeof MongoClient>[1]>;

/** Connections of one pool; transactions are capped below it (see `in-transaction.ts`). */
export const maxPoolSize = 50;

/**
 * The driver's two signs of life (a streamed `hello`, a ping on a connection of its own) come once in this time each. A
 * change of the primary is streamed at once, whatever it is.
 */
export const heartbeatMs = 2000;

const settings: ClientOptions = {
  w: 'majority',
  journal: true,
  readConcernLevel: 'majority',
  retryWrites: true,
  retryReads: true,
  serverSelectionTimeoutMS: 15_000,
  heartbeatFrequencyMS: heartbeatMs,
  serverMonitoringMode: 'stream',
  // A frozen primary is given up this long after the heartbeat that it missed. The driver's half a minute is longer than
  // the gateway waits for us, so requests under way there would end.
  connectTimeoutMS: 4000,
  maxPoolSize,
  // A burst into a process that has just started waits for its connections: two at a time, the driver's own limit, would
  // have the last of fifty callers wait longer than it may.
  maxConnecting: 10,
  waitQueueTimeoutMS: 2000,
};

/**
 * How often the driver looks for pooled connections that have been idle too long, or are too few: neither happens with
 * the settings above. Its own 100 ms cost an idle process more than everything else that it does. The driver reads this
 * option where it makes a pool, but its client doesn't take it from a caller.
 */
const poolUpkeep = { minPoolSizeCheckFrequencyMS: 60_000 };

/** A connected client, and the database on it that an address names. */
export interface OpenClient {
  client: Client;
  database: string;
}

function createClient(url: string): Client {
  const client = new MongoClient(url, settings);
  client.setMaxListeners(0);
  Object.assign(client.options, poolUpkeep);
  return client;
}

/** An address without the database that it names, and without the database of its user. */
const serversOf = (url: string): string =>
  url
    .replace(/^([^:]+:\/\/[^/?]*)\/?[^?]*/, '$1')
    .replace(/([?&])authSource=[^&]*&?/, '$1')
    .replace(/[?&]$/, '');

/** Whether two addresses differ in the database alone. By default a user belongs to the database that is named. */
function isSameServer(urls: { core: string; control: string }, core: Client, other: Client): boolean {
  if (serversOf(urls.core) !== serversOf(urls.control)) return false;
  return core.options.credentials?.source === other.options.credentials?.source;
}

/**
 * Connects to the servers of both databases: with one client where they are the same, since each client has its pool and
 * its monitors, which cost as much as the rest of an idle process.
 *
 * @throws MongoError when a server can't be reached; no client stays open then
 */
export async function openClients(urls: {
  core: string;
  control: string;
}): Promise<{ core: OpenClient; control: OpenClient }> {
  const ofCore = createClient(urls.core);
  const ofControl = createClient(urls.control);
  const databases = { core: ofCore.options.dbName, control: ofControl.options.dbName };
  const shared = isSameServer(urls, ofCore, ofControl) ? ofCore : ofControl;
  const clients = [...new Set([ofCore, shared])];
  try {
    await Promise.all(clients.map((client) => client.connect()));
  } catch (error) {
    await Promise.allSettled(clients.map((client) => client.close()));
    throw error;
  }
  return {
    core: { client: ofCore, database: databases.core },
    control: { client: shared, database: databases.control },
  };
}
