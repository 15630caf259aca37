import { programs, storeUsers, type StoreUser } from '../../programs/programs.ts';
import type { DeclaredCollection } from '../define-model.ts';
import { actionsOf, migrationActionsOf, type Grantee } from '../grants.ts';

/** The users of an environment: those of the programs, of the operator's command line, and of the step before a release. */
export type MongoUserKind = StoreUser | 'cli' | 'migrations';

/** Kinds of users by the roles that each has. */
const rolesOfKinds: Readonly<Record<MongoUserKind, readonly (Grantee | 'migrations')[]>> = {
  ...storeUsers,
  cli: ['cli'],
  migrations: ['migrations'],
};

export const mongoUserKinds = Object.keys(rolesOfKinds) as MongoUserKind[];

/** A privilege as MongoDB's `createRole` takes it. */
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
 * Several environments share the control database, and each may run another release. So each has roles of its own
 * there.
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
  // Validators are compared before they are changed. This privilege exists for whole databases alone.
  const lists = { resource: { db, collection: '' }, actions: ['listCollections'] };
  const role = roleName(place, databases, grantee);
  return { db, role, privileges: grantee === 'migrations' ? [...privileges, lists] : privileges };
}

/** The roles of an environment, with exactly the rights that the models declare. */
export function declaredRoles(
  databases: StoreDatabases,
  collections: readonly DeclaredCollection[],
): Record<Place, StoreRole[]> {
  const grantees = [...programs, 'cli', 'migrations'] as const;
  const rolesIn = (place: Place): StoreRole[] =>
    grantees.map((grantee) => roleOf(grantee, place, { databases, collections }));
  return { core: rolesIn('core'), control: rolesIn('control') };
}

/** The kind of user that a name such as `resident-1` says; undefined for any other name. */
export function kindOfUser(name: string): MongoUserKind | undefined {
  return mongoUserKinds.find(
    (kind) => name.startsWith(`${kind}-`) && /^\d+$/.test(name.slice(kind.length + 1)),
  );
}

/** The names of the roles that a user has on a server with these roles. */
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
