import type mongoose from 'mongoose';

type Database = mongoose.mongo.Db;

/** Work of the store for some statements. */
export interface StoreWork {
  statements: number;
  /** Documents and index keys that it examined. */
  documents: number;
  keys: number;
  /** Documents that it returned. */
  returned: number;
}

/** Fields of a profiler entry that this module reads. */
interface ProfiledStatement {
  user?: string;
  command: Record<string, unknown>;
  /** The statement that a `getMore` continues. */
  originatingCommand?: { pipeline?: unknown };
  docsExamined?: number;
  keysExamined?: number;
  nreturned?: number;
}

/** Size of the profile, in bytes. It holds the entries of a whole run. */
const profileBytes = 64 * 1024 * 1024;

/** Commands of database clients that do not belong to a request. */
const incidental = ['profile', 'endSessions', 'hello', 'ping', 'isMaster', 'killCursors', 'dbStats'];

/** Whether a statement waits for changes of a collection. */
const isChangeStream = ({ command, originatingCommand: { pipeline } = {} }: ProfiledStatement): boolean =>
  [command['pipeline'], pipeline].some((steps) => JSON.stringify(steps ?? '').includes('$changeStream'));

const sum = (statements: readonly ProfiledStatement[], of: keyof ProfiledStatement): number =>
  statements.reduce((total, { [of]: figure }) => total + Number(figure ?? 0), 0);

/** Creates the profile of a database, large enough for the statements of a run. It must not exist yet. */
export async function prepareProfile(database: Database): Promise<void> {
  await database.createCollection('system.profile', { capped: true, size: profileBytes });
}

/**
 * Measures the statements of some work by the profiler of the store.
 *
 * @param isCounted selects statements by the database user of their program
 */
export async function watchStore(
  databases: readonly Database[],
  isCounted: (user: string) => boolean,
  work: () => Promise<unknown>,
): Promise<StoreWork> {
  const start = new Date();
  for (const database of databases) await database.command({ profile: 2 });
  try {
    await work();
  } finally {
    for (const database of databases) await database.command({ profile: 0 });
  }
  const profiles = databases.map((database) =>
    database
      .collection<ProfiledStatement>('system.profile')
      .find({ ts: { $gte: start } })
      .toArray(),
  );
  const statements = (await Promise.all(profiles))
    .flat()
    .filter(({ user = '', command }) => isCounted(user) && !incidental.some((name) => name in command))
    .filter((statement) => !isChangeStream(statement));
  return {
    statements: statements.length,
    documents: sum(statements, 'docsExamined'),
    keys: sum(statements, 'keysExamined'),
    returned: sum(statements, 'nreturned'),
  };
}

/** Returns the least work of several runs: statements of background work are in some of them only. */
export async function leastWork(runs: number, measure: () => Promise<StoreWork>): Promise<StoreWork> {
  const found: StoreWork[] = [];
  while (found.length < runs) found.push(await measure());
  const [least] = found.toSorted((a, b) => a.statements - b.statements);
  if (!least) throw new Error('No run was measured.');
  return least;
}
