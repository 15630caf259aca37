import type { LookupFunction } from 'node:net';
import mongoose from 'mongoose';
import { createSharedLookup } from '../names/shared-lookup.ts';
import { observePool } from './pool-metrics.ts';

const { MongoClient } = mongoose.mongo;
type Client = InstanceType<typeof MongoClient>;
type ClientOptions = NonNullable<ConstructorParameters<typeof MongoClient>[1]>;

/** Connections of one pool; transactions are capped below it (see `in-transaction.ts`). */
export const maxPoolSize = 50;

/**
 * The interval of the driver's heartbeats, in milliseconds: a streamed `hello`, and a ping on a connection of its own.
 * A change of the primary is streamed immediately.
 */
export const heartbeatMs = 2000;

/** The time for the first connection, in milliseconds. */
const connectMs = 15_000;

const settings: ClientOptions = {
  w: 'majority',
  journal: true,
  readConcernLevel: 'majority',
  retryWrites: true,
  retryReads: true,
  serverSelectionTimeoutMS: connectMs,
  heartbeatFrequencyMS: heartbeatMs,
  serverMonitoringMode: 'stream',
  // The driver gives up a frozen primary after this time without a heartbeat. Its default of 30 s exceeds the timeout
  // of the gateway, so requests under way would fail.
  connectTimeoutMS: 4000,
  maxPoolSize,
  // A burst of requests to a new process waits for connections. With the driver's default of two at a time, the last of
  // fifty callers would wait too long.
  maxConnecting: 10,
};

/** The time that a program waits for a connection, in milliseconds. No caller waits for its answer. */
const programWaitMs = 30_000;

/**
 * The interval at which the driver checks its pool for idle or too few connections. With these settings neither occurs.
 * The default of 100 ms costs an idle process more than all of its other work. The driver's pool reads this option, but
 * its client refuses it from a caller.
 */
const poolUpkeep = { minPoolSizeCheckFrequencyMS: 60_000 };

/** Look-ups of all stores of this process. Those of other hosts never delay them. */
const storeNames = createSharedLookup();

/** A connected client, and the database that its address names. */
export interface OpenClient {
  client: Client;
  database: string;
}

/** Options of the clients of a process. */
export interface StoreOptions {
  /** The time for which an operation waits for a connection, in milliseconds. Default: that of a program. */
  connectionWaitMs?: number;
  /** The look-up of the servers' names. */
  lookup?: LookupFunction;
}

function createClient(url: string, pool: 'core' | 'control', options: StoreOptions): Client {
  const { connectionWaitMs = programWaitMs, lookup = storeNames.lookup } = options;
  const client = new MongoClient(url, { ...settings, waitQueueTimeoutMS: connectionWaitMs, lookup });
  client.setMaxListeners(0);
  observePool(client, pool);
  Object.assign(client.options, poolUpkeep);
  return client;
}

/** Removes the database and the database of the user from an address. */
const serversOf = (url: string): string =>
  url
    .replace(/^([^:]+:\/\/[^/?]*)\/?[^?]*/, '$1')
    .replace(/([?&])authSource=[^&]*&?/, '$1')
    .replace(/[?&]$/, '');

/** Whether two addresses differ only in the database. By default a user belongs to the database of the address. */
function isSameServer(urls: { core: string; control: string }, core: Client, other: Client): boolean {
  if (serversOf(urls.core) !== serversOf(urls.control)) return false;
  return core.options.credentials?.source === other.options.credentials?.source;
}

/** Connects a client. On a busy machine, the first connection takes longer than requests wait for one. */
async function connect(client: Client): Promise<void> {
  const lastTryAt = performance.now() + connectMs;
  for (;;) {
    try {
      await client.connect();
      return;
    } catch (error) {
      const hasWaited = error instanceof Error && error.name === 'MongoWaitQueueTimeoutError';
      if (!hasWaited || performance.now() > lastTryAt) throw error;
    }
  }
}

/**
 * Connects to the servers of both databases, with one client if they are the same. The pool and the monitors of a
 * client cost as much as the rest of an idle process.
 *
 * @throws MongoError when a server can't be reached; no client stays open then
 */
export async function openClients(
  urls: { core: string; control: string },
  options: StoreOptions = {},
): Promise<{ core: OpenClient; control: OpenClient }> {
  const ofCore = createClient(urls.core, 'core', options);
  const ofControl = createClient(urls.control, 'control', options);
  const databases = { core: ofCore.options.dbName, control: ofControl.options.dbName };
  const shared = isSameServer(urls, ofCore, ofControl) ? ofCore : ofControl;
  const clients = [...new Set([ofCore, shared])];
  try {
    await Promise.all(clients.map(connect));
  } catch (error) {
    await Promise.allSettled(clients.map((client) => client.close()));
    throw error;
  }
  return {
    core: { client: ofCore, database: databases.core },
    control: { client: shared, database: databases.control },
  };
}
