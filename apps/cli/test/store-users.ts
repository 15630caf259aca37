import { randomBytes } from 'node:crypto';
import { control, core } from '@pas/platform/mongo/connections';
import type { TestDatabases } from '@pas/testing/test-databases';
import { runPas, settingsFor } from './run-pas.ts';

/**
 * Creates users of MongoDB with the rights of this release.
 *
 * @returns the addresses of the databases for each user, as settings of `pas`
 */
export async function createStoreUsers(
  databases: TestDatabases,
  names: readonly string[],
): Promise<Record<string, string>[]> {
  const users = names.map((name) => ({ name, password: randomBytes(32).toString('base64url') }));
  const { code, stderr } = await runPas(['users', 'apply'], {
    OPERATOR_MONGO_URL: databases.coreUrl,
    OPERATOR_CONTROL_MONGO_URL: databases.controlUrl,
    MONGO_USERS: JSON.stringify(users),
  });
  if (code !== 0) throw new Error(stderr);
  return users.map(({ name: username, password }) => {
    const as = (address: string): string => {
      const url = Object.assign(new URL(address), { username, password });
      url.searchParams.set('authSource', core.name);
      return url.href;
    };
    const { coreUrl, controlUrl } = databases;
    return settingsFor({ ...databases, coreUrl: as(coreUrl), controlUrl: as(controlUrl) });
  });
}

/** Removes the users and roles of the open databases. */
export async function removeStoreUsers(): Promise<void> {
  const client = core.getClient();
  await client.db(core.name).command({ dropAllUsersFromDatabase: 1 });
  for (const { name } of [core, control]) await client.db(name).command({ dropAllRolesFromDatabase: 1 });
}
