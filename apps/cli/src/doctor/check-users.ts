import { control, core } from '@pas/platform/mongo/connections';
import { declaredCollections } from '@pas/platform/mongo/define-model';
import { declaredRoles, rolesOfUser, type Privilege } from '@pas/platform/mongo/users/store-roles';
import { readRoles, readUsers, type UserServer } from '@pas/platform/mongo/users/user-server';
import type { WantedUser } from '@pas/platform/mongo/users/wanted-users';
import { withUserServers } from '@pas/platform/mongo/users/with-user-servers';
import { failure, fine, warning, type Check, type CheckResult } from './finding.ts';

type Connection = typeof core;

const applyUsers = 'Run pas users apply.';

interface ConnectionStatus {
  authInfo: {
    authenticatedUsers: { user: string }[];
    authenticatedUserPrivileges: { resource: { db?: string; collection?: string }; actions: string[] }[];
  };
}

/** Whether granted privileges include a right. An empty name stands for all databases or collections. */
function isGranted(
  granted: ConnectionStatus['authInfo']['authenticatedUserPrivileges'],
  { db, collection }: Privilege['resource'],
  action: string,
): boolean {
  return granted.some(
    ({ resource, actions }) =>
      actions.includes(action) &&
      [db, ''].includes(resource.db ?? '') &&
      [collection, ''].includes(resource.collection ?? ''),
  );
}

/** Lists the rights of the command line that its user lacks, as `<action> on <collection>`. */
async function checkOwnRights(connection: Connection, name: 'core' | 'control'): Promise<CheckResult> {
  const status = (await connection.db?.command({ connectionStatus: 1, showPrivileges: true })) as unknown;
  const { authenticatedUsers, authenticatedUserPrivileges: granted } = (status as ConnectionStatus).authInfo;
  const [user] = authenticatedUsers;
  if (!user)
    return warning(
      `The ${name} database accepts connections without a user.`,
      'Start mongod with access control in production, then run pas users apply.',
    );
  const names = { core: core.name, control: control.name };
  const needed = declaredRoles(names, declaredCollections())[name].find(({ role }) =>
    /(?:^|\.)cli$/.test(role),
  );
  const lacking = (needed?.privileges ?? []).flatMap(({ resource, actions }) =>
    actions
      .filter((action) => !isGranted(granted, resource, action))
      .map((action) => `${action} on ${resource.collection || resource.db}`),
  );
  if (lacking.length === 0) return fine(`${user.user} has all its rights in the ${name} database.`);
  return failure(`${user.user} lacks rights in the ${name} database: ${lacking.join(', ')}.`, applyUsers);
}

/** Compares the users and roles of a server with the declared ones, and changes nothing. */
async function checkServer(server: UserServer, wanted: readonly WantedUser[]): Promise<CheckResult[]> {
  const { client, databases, roles } = server;
  const stored = new Map((await readUsers(server)).map((user) => [user.user, user]));
  const databaseNames = [...new Set(roles.map(({ db }) => db))];
  const existing = (await Promise.all(databaseNames.map((db) => readRoles(client, db)))).flat();
  const roleFaults = roles
    .filter(({ db, role }) => !existing.some((other) => other.db === db && other.role === role))
    .map(({ db, role }) => failure(`The role ${role} of ${db} is missing.`, applyUsers));
  const userFaults = wanted.flatMap(({ name }) => {
    const user = stored.get(name);
    if (!user) return [failure(`The user ${name} of ${databases.core} is missing.`, applyUsers)];
    return rolesOfUser(name, roles, databases)
      .filter(({ db, role }) => !user.roles.some((held) => held.db === db && held.role === role))
      .map(({ role }) => failure(`The user ${name} lacks the role ${role}.`, applyUsers));
  });
  const faults = [...roleFaults, ...userFaults];
  return faults.length > 0 ? faults : [fine(`All ${wanted.length} users have their roles.`)];
}

/** Database addresses of an operator, and the users that an environment should have. */
export interface UserSettings {
  OPERATOR_MONGO_URL?: string | undefined;
  OPERATOR_CONTROL_MONGO_URL?: string | undefined;
  MONGO_USERS?: readonly WantedUser[] | undefined;
}

/**
 * Checks the rights of this command in both databases. With the addresses of an operator, it also checks the users of
 * `MONGO_USERS`.
 */
export function userChecks(settings: UserSettings): Check[] {
  const own = {
    name: 'rights',
    run: () => Promise.all([checkOwnRights(core, 'core'), checkOwnRights(control, 'control')]),
  };
  const {
    OPERATOR_MONGO_URL: url,
    OPERATOR_CONTROL_MONGO_URL: controlUrl = url,
    MONGO_USERS: users,
  } = settings;
  if (url === undefined || controlUrl === undefined || users === undefined) return [own];
  const run = (): Promise<CheckResult[]> =>
    withUserServers({ core: url, control: controlUrl }, declaredCollections(), async (servers) =>
      (await Promise.all(servers.map((server) => checkServer(server, users)))).flat(),
    );
  return [own, { name: 'users', run }];
}
