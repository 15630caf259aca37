import type { Connection } from 'mongoose';

type Fields = Readonly<Record<string, unknown>>;

/** A query as a client sent it. */
export interface Query {
  collection: string;
  /** The command, but for what belongs to its session. */
  command: Fields;
}

/** Keeps the queries that are sent to databases while some work is done. */
export interface QueryWatch {
  /** Does some work and tells what was asked meanwhile. */
  during(work: () => Promise<unknown>): Promise<Query[]>;
  stop(): void;
}

/**
 * The commands that look for rows, and so have a plan. Those that change rows in a list of steps name it, because a plan is
 * told of one step alone.
 */
const queries: Readonly<Record<string, string | null>> = {
  find: null,
  aggregate: null,
  count: null,
  distinct: null,
  findAndModify: null,
  update: 'updates',
  delete: 'deletes',
};

/** What an explanation takes no notice of, or doesn't bear. */
const incidental: ReadonlySet<string> = new Set([
  'lsid',
  '$clusterTime',
  '$db',
  '$readPreference',
  'txnNumber',
  'startTransaction',
  'autocommit',
  'readConcern',
  'writeConcern',
  'ordered',
  'maxTimeMS',
]);

const essenceOf = (command: Fields): Fields =>
  Object.fromEntries(Object.entries(command).filter(([name]) => !incidental.has(name)));

/** A command as many as it has steps, each with one of them. */
function stepsOf(command: Fields, list: string | null): Fields[] {
  if (list === null) return [command];
  return (command[list] as readonly Fields[]).map((step) => ({ ...command, [list]: [step] }));
}

/** Watches databases whose addresses say so (`withCommandEvents`), below every library. */
export function watchQueries(connections: readonly Connection[]): QueryWatch {
  let asked: Query[] = [];
  const note = ({ commandName, command }: { commandName: string; command: Fields }): void => {
    const collection = command[commandName];
    const list = queries[commandName];
    if (list === undefined || typeof collection !== 'string') return;
    asked.push(...stepsOf(essenceOf(command), list).map((step) => ({ collection, command: step })));
  };
  const clients = connections.map((connection) => connection.getClient().on('commandStarted', note));
  return {
    async during(work) {
      asked = [];
      await work();
      return asked;
    },
    stop: () => clients.forEach((client) => void client.off('commandStarted', note)),
  };
}
