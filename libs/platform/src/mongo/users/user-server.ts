import type { mongo } from 'mongoose';
import type { DeclaredCollection } from '../define-model.ts';
import { declaredRoles, type StoreDatabases, type StoreRole } from './store-roles.ts';

type Client = mongo.MongoClient;

/** One server of an environment, and the roles that its users have on it. */
export interface UserServer {
  client: Client;
  databases: StoreDatabases;
  roles: readonly StoreRole[];
}

/**
 * Returns the servers that need an environment's users: one if both databases are on the same server, else two.
 *
 * On each of them the users belong to the database with the environment's name (`authSource`). So the users of two
 * environments that share a control server stay apart.
 */
export function userServers(
  clients: { core: Client; control: Client },
  databases: StoreDatabases,
  collections: readonly DeclaredCollection[],
): UserServer[] {
  const roles = declaredRoles(databases, collections);
  if (clients.core === clients.control) {
    return [{ client: clients.core, databases, roles: [...roles.core, ...roles.control] }];
  }
  return [
    { client: clients.core, databases, roles: roles.core },
    { client: clients.control, databases, roles: roles.control },
  ];
}

/** A user in the answer of `usersInfo`. */
export interface StoredUser {
  user: string;
  roles: { role: string; db: string }[];
  credentials?: { 'SCRAM-SHA-256'?: { iterationCount: number; salt: string; storedKey: string } };
}

/** Reads the users of an environment on a server, as the operator. */
export async function readUsers({ client, databases }: UserServer): Promise<StoredUser[]> {
  const answer = await client.db(databases.core).command({ usersInfo: 1, showCredentials: true });
  return answer['users'] as StoredUser[];
}

/** Reads the roles of one database. */
export async function readRoles(client: Client, db: string): Promise<StoreRole[]> {
  const answer = await client.db(db).command({ rolesInfo: 1, showPrivileges: true });
  return answer['roles'] as StoreRole[];
}
