import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener } from 'node:http';
import { control, core } from '@pas/platform/mongo/connections';
import { declaredCollections } from '@pas/platform/mongo/define-model';
import { actionsOf, type Action } from '@pas/platform/mongo/grants';
import { programs, type Program } from '@pas/platform/programs/programs';

type Fields = Readonly<Record<string, unknown>>;

/** An action that a command needs on a collection. */
interface Need {
  collection: string;
  action: string;
}

const upserts = (steps: unknown): boolean =>
  (steps as readonly Fields[]).some((step) => step['upsert'] === true);

/** The actions that each command needs on its own collection (MongoDB, privilege actions). */
const actionsOfCommands: Readonly<Record<string, (command: Fields) => readonly Action[]>> = {
  find: () => ['find'],
  count: () => ['find'],
  distinct: () => ['find'],
  aggregate: () => ['find'],
  listIndexes: () => ['listIndexes'],
  insert: () => ['insert'],
  update: ({ updates }) => (upserts(updates) ? ['insert', 'update'] : ['update']),
  delete: () => ['remove'],
  findAndModify({ remove, upsert }) {
    if (remove) return ['find', 'remove'];
    return upsert ? ['find', 'insert', 'update'] : ['find', 'update'];
  },
};

/** Commands that read no rows, or continue a cursor whose start was checked. */
const harmless: ReadonlySet<string> = new Set([
  'getMore',
  'killCursors',
  'commitTransaction',
  'abortTransaction',
  'endSessions',
  'dbStats',
  'hello',
  'ping',
]);

/** Lists the actions that the stages of a pipeline need on other collections. */
function foreignNeeds(pipeline: readonly Fields[]): Need[] {
  return pipeline.flatMap((stage) =>
    Object.entries(stage).flatMap(([kind, given]): Need[] => {
      if (kind === '$out' || kind === '$merge') return [{ collection: JSON.stringify(given), action: kind }];
      if (kind === '$changeStream') return [{ collection: '', action: 'changeStream' }];
      if (kind === '$unionWith' && typeof given === 'string') return [{ collection: given, action: 'find' }];
      const { from, coll, pipeline: inner } = (given ?? {}) as Fields;
      const collection = { $lookup: from, $graphLookup: from, $unionWith: coll }[kind];
      const own = typeof collection === 'string' ? [{ collection, action: 'find' }] : [];
      return Array.isArray(inner) ? [...own, ...foreignNeeds(inner as Fields[])] : own;
    }),
  );
}

/** Lists the actions that a command needs; null for a command that no grant covers. */
export function needsOf(name: string, command: Fields): Need[] | null {
  if (harmless.has(name)) return [];
  const collection = command[name];
  const actions = actionsOfCommands[name]?.(command);
  if (actions === undefined || typeof collection !== 'string') return null;
  const foreign = name === 'aggregate' ? foreignNeeds(command['pipeline'] as readonly Fields[]) : [];
  return [...actions.map((action) => ({ collection, action })), ...foreign];
}

function isGranted(program: Program, place: 'core' | 'control', { collection, action }: Need): boolean {
  return declaredCollections().some(
    (declared) =>
      declared.name === collection &&
      declared.database === place &&
      (actionsOf(program, declared) as readonly string[]).includes(action),
  );
}

/** Check of the commands of requests against the rights of their program. */
export interface GrantWatch {
  /** Attributes the commands of a request to the program. */
  around(listener: RequestListener): RequestListener;
  /** @throws Error that names the commands for which the program's user in MongoDB has no rights */
  requireGranted(): void;
  stop(): void;
}

const unwatched: GrantWatch = {
  around: (listener) => listener,
  requireGranted: () => undefined,
  stop: () => undefined,
};

/**
 * Watches the commands of the open clients. Their addresses must be of `withCommandEvents`.
 *
 * @param service the service of a harness; for a name that is not a program of the system, nothing is checked
 */
export function watchGrants(service: string): GrantWatch {
  const program = programs.find((name) => name === service);
  if (program === undefined) return unwatched;
  const serving = new AsyncLocalStorage<boolean>();
  const refused = new Set<string>();
  const judge = (event: { commandName: string; databaseName: string; command: Fields }): void => {
    if (serving.getStore() !== true) return;
    const { commandName, databaseName, command } = event;
    const place = databaseName === control.name ? 'control' : 'core';
    const needs = needsOf(commandName, command) ?? [{ collection: databaseName, action: commandName }];
    for (const need of needs)
      if (!isGranted(program, place, need)) refused.add(`${need.action} on ${need.collection} (${place})`);
  };
  const clients = new Set([core.getClient(), control.getClient()]);
  for (const client of clients) client.on('commandStarted', judge);
  return {
    around: (listener) => (request, response) => serving.run(true, () => listener(request, response)),
    requireGranted() {
      if (refused.size === 0) return;
      const list = [...refused].join(', ');
      refused.clear();
      throw new Error(
        `The user of ${program} may not: ${list}. Add the verb to the model's readers or writers, or leave it to another program.`,
      );
    },
    stop() {
      for (const client of clients) client.off('commandStarted', judge);
    },
  };
}
