import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { afterAll, inject } from 'vitest';
import { connectDatabases, control, core, disconnectDatabases } from '@pas/platform/mongo/connections';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { prepareDatabases } from '@pas/shared/migrations/prepare-databases';

/** Databases of one test file alone. */
export interface TestDatabases {
  coreUrl: string;
  controlUrl: string;
  /** Removes every row and keeps the indexes. */
  clear: () => Promise<void>;
  /** Drops both databases and disconnects. */
  stop(): Promise<void>;
}

/** The address of a database on a server whose address is given. */
export function databaseUrl(mongoUrl: string, database: string): string {
  const url = new URL(mongoUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Connects to the same databases again, with a client for each, as where they stand on servers of their own: one of them
 * can then be closed alone.
 */
export async function connectApart(mongoUrl: string): Promise<void> {
  const coreUrl = databaseUrl(mongoUrl, core.name);
  const controlUrl = new URL(databaseUrl(mongoUrl, control.name));
  controlUrl.searchParams.set('appName', 'control');
  await disconnectDatabases();
  await connectDatabases({ core: coreUrl, control: controlUrl.href });
}

const preparing = {
  service: 'cli',
  name: 'Tests',
  environment: 'TEST',
  events: leaveToSweeper,
  log: createLogger({ service: 'cli', environment: 'TEST', level: 'silent' }),
};

/** The ledger says what the databases are prepared for, as their indexes do. */
const isLedger = (name: string): boolean => name === 'migrations';

/** Below mongoose, and so below the tenant guard: a test's rows are of all tenants. */
async function clearDatabase({ db, models }: Connection): Promise<void> {
  const names = Object.values(models).map(({ collection }) => collection.name);
  await Promise.all(
    names.filter((name) => !isLedger(name)).map(async (name) => db?.collection(name).deleteMany({})),
  );
}

/** Opens an empty core and an empty control database, with all collections and indexes. */
export async function openTestDatabases(mongoUrl: string): Promise<TestDatabases> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const [coreUrl, controlUrl] = [
    databaseUrl(mongoUrl, `${name}_core`),
    databaseUrl(mongoUrl, `${name}_control`),
  ];
  await connectDatabases({ core: coreUrl, control: controlUrl });
  await prepareDatabases(preparing);
  return {
    coreUrl,
    controlUrl,
    clear: async () => void (await Promise.all([clearDatabase(core), clearDatabase(control)])),
    stop: async () => {
      await Promise.all([core.dropDatabase(), control.dropDatabase()]);
      await disconnectDatabases();
    },
  };
}

/** Opens databases for a test file, on the shared server unless told, and drops them at the file's end. */
export async function useDatabases(mongoUrl: string = inject('mongoUrl')): Promise<TestDatabases> {
  const databases = await openTestDatabases(mongoUrl);
  afterAll(() => databases.stop());
  return databases;
}
