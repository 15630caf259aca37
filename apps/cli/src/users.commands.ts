import { readConfig } from '@pas/platform/config/read-config';
import { declaredCollections } from '@pas/platform/mongo/define-model';
import { applyUsers } from '@pas/platform/mongo/users/apply-users';
import { pruneUsers } from '@pas/platform/mongo/users/prune-users';
import type { UserServer } from '@pas/platform/mongo/users/user-server';
import { UsersError } from '@pas/platform/mongo/users/users-error';
import { withUserServers } from '@pas/platform/mongo/users/with-user-servers';
import '@pas/shared/models/all-models';
import type { CommandGroup } from './command-context.ts';
import { UsersConfig } from './config.ts';

type Config = ReturnType<typeof readConfig<typeof UsersConfig.shape>>;

function withServers<T>(config: Config, work: (servers: readonly UserServer[]) => Promise<T>): Promise<T> {
  const { OPERATOR_MONGO_URL: core, OPERATOR_CONTROL_MONGO_URL: control = core } = config;
  return withUserServers({ core, control }, declaredCollections(), work);
}

/** `pas users`: users of MongoDB and their rights. */
export const usersCommands: CommandGroup = (program, { environment, remark }) => {
  const tell = (words: string, names: readonly string[]): void => {
    for (const name of names) remark(`${words}: ${name}`);
  };
  const apply = async (): Promise<void> => {
    const config = readConfig(UsersConfig, environment);
    const done = await withServers(config, (servers) => applyUsers(servers, config.MONGO_USERS));
    tell('Role made', done.rolesMade);
    tell('Rights added to the role', done.rolesWidened);
    tell('User made', done.usersMade);
    tell('Role given to the user', done.usersChanged);
    remark('All users are there with the rights that this release needs.');
  };
  const prune = async (): Promise<void> => {
    const config = readConfig(UsersConfig, environment);
    const done = await withServers(config, (servers) => pruneUsers(servers, config.MONGO_USERS));
    tell('User removed', done.usersRemoved);
    tell('Rights taken from the role', done.rolesNarrowed);
    if (done.inUse.length === 0) return remark('No other user of the environment is left.');
    const list = done.inUse.map(({ name, connections }) => `${name} (${connections} connections)`).join(', ');
    throw new UsersError(
      `Processes are still connected as ${list}. Restart them with the new users, then run pas users prune again.`,
    );
  };
  const users = program.command('users').description('users and rights of the programs in MongoDB');
  users
    .command('apply')
    .description('make the users of MONGO_USERS and their roles; nothing is taken away')
    .action(apply);
  users
    .command('prune')
    .description(
      'remove users that MONGO_USERS does not list and rights that this release does not need; users with connections stay',
    )
    .action(prune);
};
