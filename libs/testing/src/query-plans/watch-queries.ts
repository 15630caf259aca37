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

/** The commands that look for rows, and so have a plan. */
const queries: ReadonlySet<string> = new Set(['find', 'aggregate', 'count', 'distinct']);

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
  'maxTimeMS',
]);

const essenceOf = (command: Fields): Fields =>
  Object.fromEntries(Object.entries(command).filter(([name]) => !incidental.has(name)));

/** Watches databases whose addresses say so (`withCommandEvents`), below every library. */
export function watchQueries(connections: readonly Connection[]): QueryWatch {
  let asked: Query[] = [];
  const note = ({ commandName, command }: { commandName: string; command: Fields }): void => {
    const collection = command[commandName];
    if (!queries.has(commandName) || typeof collection !== 'string') return;
    asked.push({ collection, command: essenceOf(command) });
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
