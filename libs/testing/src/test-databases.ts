import { randomBytes } from 'node:crypto';
import { STATES, type Connection } from 'mongoose';
import { afterAll, inject } from 'vitest';
import { connectDatabases, control, core, disconnectDatabases } from '@pas/platform/mongo/connections';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { prepareDatabases } from '@pas/shared/migrations/prepare-databases';
import { withCommandEvents } from './watch-commands.ts';

/** An empty core and an empty control database, with all collections and indexes. */
export interface TestDatabases {
  coreUrl: string;
  controlUrl: string;
  /** Removes every row and keeps the indexes. */
  clear: () => Promise<void>;
  /** Keeps the databases of a worker for its next test file. Drops the databases of a single test. */
  stop(): Promise<void>;
}

type Db = NonNullable<Connection['db']>;

interface Addresses {
  core: string;
  control: string;
}

/** Returns the address of a database on a server. */
export function databaseUrl(mongoUrl: string, database: string): string {
  const url = new URL(mongoUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Connects to a test's own databases instead of the worker's. */
export async function connectInstead(addresses: Addresses): Promise<void> {
  await disconnectDatabases();
  await connectDatabases(addresses);
}

/**
 * Connects to the same databases again, with one client for each, as if they were on two servers. A test can then close
 * only one of them.
 */
export async function connectApart(mongoUrl: string): Promise<void> {
  const coreUrl = databaseUrl(mongoUrl, core.name);
  const controlUrl = new URL(databaseUrl(mongoUrl, control.name));
  controlUrl.searchParams.set('appName', 'control');
  await connectInstead({ core: coreUrl, control: controlUrl.href });
}

const worker = {
  service: 'cli',
  name: 'Tests',
  environment: 'TEST',
  events: leaveToSweeper,
  log: createLogger({ service: 'cli', environment: 'TEST', level: 'silent' }),
};

/** Whether a collection keeps its rows. `migrations` records the release for which the databases are prepared. */
const keepsRows = (name: string): boolean => name === 'migrations' || name.startsWith('system.');

/** Finds the collections that have rows, by one statement. */
async function findFilled(db: Db, [first = '', ...others]: readonly string[]): Promise<string[]> {
  const counts = [{ $collStats: { count: {} } }];
  const unions = others.map((coll) => ({ $unionWith: { coll, pipeline: counts } }));
  const found = db.collection(first).aggregate<{ ns: string; count: number }>([...counts, ...unions]);
  const filled = (await found.toArray()).filter(({ count }) => count > 0);
  return filled.map(({ ns }) => ns.slice(db.databaseName.length + 1));
}

/** Empties a database below mongoose and its tenant guard, because it has rows of all tenants. */
async function clearDatabase({ db }: Connection): Promise<void> {
  if (!db) return;
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const names = collections.map(({ name }) => name).filter((name) => !keepsRows(name));
  if (names.length === 0) return;
  const filled = await findFilled(db, names);
  await Promise.all(filled.map(async (name) => db.collection(name).deleteMany({})));
}

const clear = async (): Promise<void> =>
  void (await Promise.all([clearDatabase(core), clearDatabase(control)]));

const newAddresses = (mongoUrl: string): Addresses => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = withCommandEvents(mongoUrl);
  return { core: databaseUrl(url, `${name}_core`), control: databaseUrl(url, `${name}_control`) };
};

/** The databases that this worker keeps for its test files. */
let kept: { addresses: Addresses; client: ReturnType<Connection['getClient']> } | undefined;

const isKeptConnected = (): boolean =>
  core.readyState === STATES.connected && core.getClient() === kept?.client;

/**
 * Opens the empty databases of this worker on the server of the run. The first test file of a worker prepares them,
 * which takes as long as a hundred tests. They end with the server.
 */
export async function openTestDatabases(): Promise<TestDatabases> {
  const addresses = kept?.addresses ?? newAddresses(inject('mongoUrl'));
  if (!isKeptConnected()) {
    await connectInstead(addresses);
    if (!kept) await prepareDatabases(worker);
    kept = { addresses, client: core.getClient() };
  }
  await clear();
  return {
    coreUrl: addresses.core,
    controlUrl: addresses.control,
    clear,
    // The next test file empties the databases.
    stop: async () => (isKeptConnected() ? undefined : disconnectDatabases()),
  };
}

/** Opens a test's own databases, possibly on its own server. The test may change their indexes. */
export async function openOwnDatabases(mongoUrl: string = inject('mongoUrl')): Promise<TestDatabases> {
  const addresses = newAddresses(mongoUrl);
  await connectInstead(addresses);
  await prepareDatabases(worker);
  return {
    coreUrl: addresses.core,
    controlUrl: addresses.control,
    clear,
    stop: async () => {
      await Promise.all([core.dropDatabase(), control.dropDatabase()]);
      await disconnectDatabases();
    },
  };
}

/** Opens databases until the end of the test file. Default: the worker's. */
export async function useDatabases(open: () => Promise<TestDatabases> = openTestDatabases) {
  const databases = await open();
  afterAll(() => databases.stop());
  return databases;
}
