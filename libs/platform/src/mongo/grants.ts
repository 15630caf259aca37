import type { Program } from '../programs/programs.ts';

/** Grantees of rights on collections: the serving programs and the operator's command line. */
export type Grantee = Program | 'cli';

export type Verb = 'insert' | 'update' | 'remove';

/** Rights on a collection. The rights of the users in MongoDB are derived from it. */
export interface Access {
  /** Programs that read and do not write. */
  readers: readonly Grantee[];
  /**
   * Programs that write, with their verbs; they may read too. An upsert needs `insert` and `update`. A second writer of
   * a collection needs a page in `docs/decisions`.
   */
  writers: Readonly<Partial<Record<Grantee, readonly Verb[]>>>;
  /** Programs that watch changes; they may read too. */
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

/**
 * Returns the actions that a program may perform on a collection. Every program may list the indexes of all
 * collections.
 */
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

/**
 * Returns the actions that migrations may perform before a release: create a collection and its indexes, and change rows.
 */
export function migrationActionsOf({ isAppendOnly = false }: Access): Action[] {
  const changes: readonly Action[] = isAppendOnly ? [] : ['insert', 'update', 'remove'];
  return ['find', 'listIndexes', 'createCollection', 'createIndex', 'dropIndex', 'collMod', ...changes];
}
