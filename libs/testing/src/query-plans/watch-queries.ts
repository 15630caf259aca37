import type { Connection } from 'mongoose';

type Fields = Readonly<Record<string, unknown>>;

/** A query as a client sent it. */
export interface Query {
  collection: string;
  /** The command without the fields of its session. */
  command: Fields;
}

/** Recorder of the queries that work sends to databases. */
export interface QueryWatch {
  /** Runs work and returns its queries. */
  during(work: () => Promise<unknown>): Promise<Query[]>;
  stop(): void;
}

/**
 * The commands with a plan. Those with a list of steps name its field, because MongoDB explains only one step at a
 * time.
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

/** Fields that an explanation ignores or refuses. */
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

/** Splits a command into commands of one step. */
function stepsOf(command: Fields, list: string | null): Fields[] {
  if (list === null) return [command];
  return (command[list] as readonly Fields[]).map((step) => ({ ...command, [list]: [step] }));
}

/** Watches databases below every library. Their addresses must be of `withCommandEvents`. */
export function watchQueries(connections: readonly Connection[]): QueryWatch {
  let asked: Query[] = [];
  const record = ({ commandName, command }: { commandName: string; command: Fields }): void => {
    const collection = command[commandName];
    const list = queries[commandName];
    if (list === undefined || typeof collection !== 'string') return;
    asked.push(...stepsOf(essenceOf(command), list).map((step) => ({ collection, command: step })));
  };
  const clients = connections.map((connection) => connection.getClient().on('commandStarted', record));
  return {
    async during(work) {
      asked = [];
      await work();
      return asked;
    },
    stop: () => clients.forEach((client) => void client.off('commandStarted', record)),
  };
}
