import type { Program } from '../programs/programs.ts';

/** Who may be granted rights on collections: the programs that serve, and the operator's command line. */
export type Grantee = Program | 'cli';

export type Verb = 'insert' | 'update' | 'remove';

/** Who may do what with a collection. The rights of the users in MongoDB are made from it. */
export interface Access {
  /** Programs that read and do not write. */
  readers: readonly Grantee[];
  /**
   * Programs that write, with their verbs; they may read too. An upsert is `insert` and `update`. A second writer of a
   * collection is a decision.
   */
  writers: Readonly<Partial<Record<Grantee, readonly Verb[]>>>;
  /** Programs that follow the changes; they may read too. */
  watchers?: readonly Grantee[];
  /** Whether stored rows are never changed, not even by a migration. */
  isAppendOnly?: boolean;
}

/** MongoDB's actions on one collection (privilege actions of its manual). */
export type Action =
  | 'find'
  | Verb
  | 'changeStream'
  | 'listIndexes'
  | 'createCollection'
  | 'createIndex'
  | 'dropIndex'
  | 'collMod';

/** What a program may do with a collection. Every program checks the indexes of all collections. */
export function actionsOf(grantee: Grantee, { readers, writers, watchers = [] }: Access): Action[] {
  const verbs = writers[grantee] ?? [];
  const isWatcher = watchers.includes(grantee);
  const mayFind = isWatcher || verbs.length > 0 || readers.includes(grantee);
  return [
    'listIndexes',
    ...(mayFind ? ['find' as const] : []),
    ...verbs,
    ...(isWatcher ? ['changeStream' as const] : []),
  ];
}

/** What the step before a release may do with a collection: make it and its indexes, and change stored rows. */
export function migrationActionsOf({ isAppendOnly = false }: Access): Action[] {
  const changes: readonly Action[] = isAppendOnly ? [] : ['insert', 'update', 'remove'];
  return ['find', 'listIndexes', 'createCollection', 'createIndex', 'dropIndex', 'collMod', ...changes];
}
