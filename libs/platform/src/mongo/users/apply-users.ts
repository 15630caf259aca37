import mongoose from 'mongoose';
import { areSamePrivileges, mergePrivileges } from './privileges.ts';
import { isPasswordOf } from './scram.ts';
import { rolesOfUser, type StoreRole } from './store-roles.ts';
import { readRoles, readUsers, type StoredUser, type UserServer } from './user-server.ts';
import { UsersError } from './users-error.ts';
import type { WantedUser } from './wanted-users.ts';

const { MongoServerError } = mongoose.mongo;

/** MongoDB's error codes for an existing role or user, which a concurrent run has made. */
const alreadyThere: ReadonlySet<unknown> = new Set([51_002, 51_003]);

/** Changes of a run, for operators: names such as `resident-1 of pas_dev`. */
export interface UserChanges {
  rolesMade: string[];
  rolesWidened: string[];
  usersMade: string[];
  usersChanged: string[];
}

const nothing = (): UserChanges => ({ rolesMade: [], rolesWidened: [], usersMade: [], usersChanged: [] });

/**
 * Creates missing roles, and adds missing rights to existing ones. Rights that are no longer declared stay until
 * `pruneUsers`, because replicas of the previous release still use them.
 */
async function applyRoles({ client, roles }: UserServer, done: UserChanges): Promise<void> {
  for (const [db, wanted] of Map.groupBy(roles, (role) => role.db)) {
    const stored = new Map((await readRoles(client, db)).map((role) => [role.role, role]));
    for (const { role, privileges } of wanted) {
      const existing: StoreRole | undefined = stored.get(role);
      const all = mergePrivileges(existing?.privileges ?? [], privileges);
      if (!existing) {
        await client.db(db).command({ createRole: role, privileges: all, roles: [] });
        done.rolesMade.push(`${role} in ${db}`);
      } else if (!areSamePrivileges(existing.privileges, all)) {
        await client.db(db).command({ updateRole: role, privileges: all });
        done.rolesWidened.push(`${role} in ${db}`);
      }
    }
  }
}

/** @throws UsersError when the stored password differs: processes may be using it */
async function requireSamePassword(stored: StoredUser, { name, password }: WantedUser, db: string) {
  const credential = stored.credentials?.['SCRAM-SHA-256'];
  if (credential && (await isPasswordOf(credential, password))) return;
  const next = name.replace(/\d+$/, (generation) => String(Number(generation) + 1));
  throw new UsersError(
    `The user ${name} of ${db} has another password already, which processes may be using. Give the new password to ${next}, apply again, restart the processes with ${next}, then run pas users prune.`,
  );
}

async function applyUser(
  server: UserServer,
  { user, stored }: { user: WantedUser; stored: StoredUser | undefined },
  done: UserChanges,
): Promise<void> {
  const { client, databases } = server;
  const db = client.db(databases.core);
  const roles = rolesOfUser(user.name, server.roles, databases);
  const label = `${user.name} of ${databases.core}`;
  if (!stored) {
    const { name, password: pwd } = user;
    await db.command({ createUser: name, pwd, roles, mechanisms: ['SCRAM-SHA-256'] });
    done.usersMade.push(label);
    return;
  }
  await requireSamePassword(stored, user, databases.core);
  const lacking = roles.filter(
    (role) => !stored.roles.some((held) => held.role === role.role && held.db === role.db),
  );
  if (lacking.length === 0) return;
  await db.command({ grantRolesToUser: user.name, roles: lacking });
  done.usersChanged.push(label);
}

async function applyToServer(server: UserServer, wanted: readonly WantedUser[], done: UserChanges) {
  await applyRoles(server, done);
  const stored = new Map((await readUsers(server)).map((user) => [user.user, user]));
  for (const user of wanted) await applyUser(server, { user, stored: stored.get(user.name) }, done);
}

/** Maximum tries of a run that loses races against others. */
const maxTries = 5;

async function applyWithRetries(server: UserServer, wanted: readonly WantedUser[], done: UserChanges) {
  for (let tries = 1; ; tries += 1) {
    try {
      await applyToServer(server, wanted, done);
      return;
    } catch (error) {
      const isBeaten = error instanceof MongoServerError && alreadyThere.has(error.code);
      if (!isBeaten || tries === maxTries) throw error;
    }
  }
}

/**
 * Creates the roles and users of an environment. It only adds, so that it can run beside a serving system. A new
 * generation of a user does not replace the one in use. A repeat changes nothing.
 *
 * @throws UsersError when a user exists with another password
 */
export async function applyUsers(
  servers: readonly UserServer[],
  wanted: readonly WantedUser[],
): Promise<UserChanges> {
  const done = nothing();
  for (const server of servers) await applyWithRetries(server, wanted, done);
  return done;
}
