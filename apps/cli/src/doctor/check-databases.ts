import { control, core } from '@pas/platform/mongo/connections';
import { missingIndexes } from '@pas/platform/mongo/indexes';
import { pendingMigrations } from '@pas/platform/migrations/pending-migrations';
import '@pas/shared/models/all-models';
import { failure, fine, warning, type Check, type CheckResult } from './finding.ts';

type Connection = typeof core;

/** The fields of a `hello` answer that this module reads (MongoDB, `hello` command). */
interface Hello {
  setName?: string;
  localTime: Date;
}

const databases = [
  ['core', core],
  ['control', control],
] as const;

/** Difference of clocks that is reported, and that makes assertions fail, in milliseconds. */
const [noticeableMs, refusedMs] = [2000, 60_000];

async function run<Answer>(connection: Connection, command: object): Promise<Answer> {
  return (await connection.db?.command(command)) as Answer;
}

const applyMigrations = 'Run pas migrations apply.';

async function checkStore([name, connection]: (typeof databases)[number]): Promise<CheckResult> {
  const { setName } = await run<Hello>(connection, { hello: 1 });
  if (setName !== undefined) return fine(`The ${name} database answers as the replica set ${setName}.`);
  return failure(
    `The ${name} database is not a replica set, so it has no transactions.`,
    'Start mongod with --replSet and initiate the set.',
  );
}

/** Reports the difference between two clocks. */
export function judgeClock(name: string, differenceMs: number): CheckResult {
  const message = `The clock of ${name} differs by ${(Math.abs(differenceMs) / 1000).toFixed(1)} s from this one.`;
  const next = 'Synchronize the clocks of all hosts, for example by NTP.';
  if (Math.abs(differenceMs) < noticeableMs) return fine(message);
  return Math.abs(differenceMs) < refusedMs ? warning(message, next) : failure(message, next);
}

async function checkClock([name, connection]: (typeof databases)[number]): Promise<CheckResult> {
  const sentAt = Date.now();
  const { localTime } = await run<Hello>(connection, { hello: 1 });
  const now = sentAt + (Date.now() - sentAt) / 2;
  return judgeClock(`the ${name} database`, localTime.getTime() - now);
}

async function checkIndexes(): Promise<CheckResult[]> {
  const missing = (
    await Promise.all(databases.map(async ([, connection]) => missingIndexes(connection)))
  ).flat();
  if (missing.length === 0) return [fine('All declared indexes exist.')];
  return missing.map((index) => failure(`The index ${index} is missing.`, applyMigrations));
}

async function checkMigrations(ids: readonly string[]): Promise<CheckResult[]> {
  const pending = await pendingMigrations(core, ids);
  if (pending.length === 0) return [fine('No migration is pending.')];
  return [failure(`Migrations are pending: ${pending.join(', ')}.`, applyMigrations)];
}

/** Checks both databases: whether they answer, their clocks, indexes and migrations. */
export const databaseChecks = (migrationIds: readonly string[]): Check[] => [
  { name: 'stores', run: () => Promise.all(databases.map(checkStore)) },
  { name: 'clocks', run: () => Promise.all(databases.map(checkClock)) },
  { name: 'indexes', run: checkIndexes },
  { name: 'migrations', run: () => checkMigrations(migrationIds) },
];
