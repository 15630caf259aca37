import { areSamePrivileges } from './privileges.ts';
import { kindOfUser } from './store-roles.ts';
import { readRoles, readUsers, type UserServer } from './user-server.ts';
import type { WantedUser } from './wanted-users.ts';

/** A superfluous user that still has connections. */
export interface UsedUser {
  /** Such as `resident-1`. */
  name: string;
  connections: number;
}

export interface PruneResult {
  /** Names such as `resident-1 of pas_dev`. */
  usersRemoved: string[];
  rolesNarrowed: string[];
  /** Users that stay for now. */
  inUse: UsedUser[];
}

interface Operation {
  effectiveUsers?: { user: string; db: string }[];
}

/** A server, and the name of an environment's database there, to which its users belong. */
interface UserDatabase {
  client: UserServer['client'];
  databases: Pick<UserServer['databases'], 'core'>;
}

/** Counts the connections of each user of an environment, including idle ones. */
export async function countConnections({ client, databases }: UserDatabase): Promise<Map<string, number>> {
  const stages = [
    { $currentOp: { allUsers: true, idleConnections: true } },
    { $project: { effectiveUsers: 1 } },
  ];
  const counts = new Map<string, number>();
  const operations = client.db('admin').aggregate<Operation>(stages, { readConcern: { level: 'local' } });
  for await (const { effectiveUsers = [] } of operations)
    for (const { user, db } of effectiveUsers)
      if (db === databases.core) counts.set(user, (counts.get(user) ?? 0) + 1);
  return counts;
}

/** Removes the rights that this release does not declare. */
async function narrowRoles({ client, roles }: UserServer, done: PruneResult): Promise<void> {
  for (const [db, wanted] of Map.groupBy(roles, (role) => role.db)) {
    const stored = new Map((await readRoles(client, db)).map((role) => [role.role, role]));
    for (const { role, privileges } of wanted) {
      const existing = stored.get(role);
      if (!existing || areSamePrivileges(existing.privileges, privileges)) continue;
      await client.db(db).command({ updateRole: role, privileges });
      done.rolesNarrowed.push(`${role} in ${db}`);
    }
  }
}

/**
 * Removes an environment's superfluous users and the rights that this release does not declare. Run it after all
 * processes of the environment run this release with the new passwords.
 *
 * A user that still has connections stays: removing it would end the requests of its processes with errors. Other users
 * of the database, whose names belong to no program, stay.
 */
export async function pruneUsers(
  servers: readonly UserServer[],
  wanted: readonly Pick<WantedUser, 'name'>[],
): Promise<PruneResult> {
  const done: PruneResult = { usersRemoved: [], rolesNarrowed: [], inUse: [] };
  const names = new Set(wanted.map(({ name }) => name));
  for (const server of servers) {
    const stored = (await readUsers(server)).map(({ user }) => user);
    const unwanted = stored.filter((user) => kindOfUser(user) !== undefined && !names.has(user));
    const connections = await countConnections(server);
    for (const name of unwanted) {
      const count = connections.get(name) ?? 0;
      if (count > 0) {
        done.inUse.push({ name, connections: count });
        continue;
      }
      await server.client.db(server.databases.core).command({ dropUser: name });
      done.usersRemoved.push(`${name} of ${server.databases.core}`);
    }
    await narrowRoles(server, done);
  }
  return done;
}
