import { programs, storeUsers, type StoreUser } from '../../programs/programs.ts';
import type { DeclaredCollection } from '../define-model.ts';
import { actionsOf, migrationActionsOf, type Grantee } from '../grants.ts';

/** Kinds of users of an environment: the programs, the operator's command line, and the step before a release. */
export type MongoUserKind = StoreUser | 'cli' | 'migrations';

/** The roles of each kind of user. */
const rolesOfKinds: Readonly<Record<MongoUserKind, readonly (Grantee | 'migrations')[]>> = {
  ...storeUsers,
  cli: ['cli'],
  migrations: ['migrations'],
};

export const mongoUserKinds = Object.keys(rolesOfKinds) as MongoUserKind[];

/** A privilege in the form of MongoDB's `createRole`. */
export interface Privilege {
  resource: { db: string; collection: string };
  actions: string[];
}

/** A role in one database. */
export interface StoreRole {
  db: string;
  role: string;
  privileges: readonly Privilege[];
}

/** The names of an environment's database and of the control database. */
export interface StoreDatabases {
  core: string;
  control: string;
}

type Place = DeclaredCollection['database'];

/**
 * Names a role. Several environments share the control database and may run different releases, so each has its own
 * roles there.
 */
const roleName = (place: Place, { core }: StoreDatabases, grantee: string): string =>
  place === 'core' ? grantee : `${core}.${grantee}`;

function roleOf(
  grantee: Grantee | 'migrations',
  place: Place,
  { databases, collections }: { databases: StoreDatabases; collections: readonly DeclaredCollection[] },
): StoreRole {
  const db = databases[place];
  const own = collections.filter(({ database }) => database === place);
  const privileges = own.map((collection) => ({
    resource: { db, collection: collection.name },
    actions: grantee === 'migrations' ? migrationActionsOf(collection) : actionsOf(grantee, collection),
  }));
  // MongoDB grants these for whole databases only: migrations compare validators, and health checks count indexes.
  const actions = grantee === 'migrations' ? ['listCollections'] : ['dbStats'];
  const role = roleName(place, databases, grantee);
  return { db, role, privileges: [...privileges, { resource: { db, collection: '' }, actions }] };
}

/** Returns the roles of an environment, with exactly the rights that the models declare. */
export function declaredRoles(
  databases: StoreDatabases,
  collections: readonly DeclaredCollection[],
): Record<Place, StoreRole[]> {
  const grantees = [...programs, 'cli', 'migrations'] as const;
  const rolesIn = (place: Place): StoreRole[] =>
    grantees.map((grantee) => roleOf(grantee, place, { databases, collections }));
  return { core: rolesIn('core'), control: rolesIn('control') };
}

/** Returns the kind of user of a name such as `resident-1`; undefined for any other name. */
export function kindOfUser(name: string): MongoUserKind | undefined {
  return mongoUserKinds.find(
    (kind) => name.startsWith(`${kind}-`) && /^\d+$/.test(name.slice(kind.length + 1)),
  );
}

/** Returns the roles of a user on a server with these roles. */
export function rolesOfUser(
  name: string,
  roles: readonly StoreRole[],
  databases: StoreDatabases,
): Pick<StoreRole, 'db' | 'role'>[] {
  const kind = kindOfUser(name);
  const grantees = kind === undefined ? [] : rolesOfKinds[kind];
  const names = new Set(
    grantees.flatMap((grantee) => [
      roleName('core', databases, grantee),
      roleName('control', databases, grantee),
    ]),
  );
  return roles.filter(({ role }) => names.has(role)).map(({ db, role }) => ({ db, role }));
}
