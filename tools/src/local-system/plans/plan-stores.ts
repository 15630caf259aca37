import { becomePrimary, mongodCommand, mongodTlsOptions } from '@pas/testing/local-mongod';
import { waitForJetStream, natsCommand } from '@pas/testing/local-nats';
import { doorUser, natsConfig, natsUser } from '@pas/testing/nats-config';
import { busUsers } from '@pas/shared/events/bus-users';
import { localEnvironments } from '../secrets.ts';
import { writePrivateFile } from '../write-private-file.ts';
import { doorsUserName, mongoTlsOf, type Blueprint } from './blueprint.ts';
import type { ProcessPlan } from './process-plan.ts';

/** Plans one mongod as a replica set, for the databases of all environments. */
export function planMongod(blueprint: Blueprint): ProcessPlan {
  const { directory, ports, secrets, inherited, tls } = blueprint;
  const port = ports.portOf('mongod');
  return {
    name: 'mongod',
    stage: 'store',
    command: [...mongodCommand(directory.mongo, port), ...(tls ? mongodTlsOptions(tls) : [])],
    env: inherited,
    becomeReady: () =>
      becomePrimary({
        dir: directory.mongo,
        port,
        operatorPassword: secrets.mongoOperatorPassword,
        options: mongoTlsOf(blueprint),
      }),
  };
}

/** Plans one nats-server with an account for each environment. Writes its configuration. */
export function planNats({ directory, ports, secrets, inherited, tls }: Blueprint): ProcessPlan {
  const port = ports.portOf('nats-server');
  const accounts = localEnvironments.map((account) => {
    const passwords = secrets[account].busPasswords;
    const users = busUsers.map((user) => natsUser({ account, user, password: passwords[user] }));
    return { name: account, users: [...users, doorUser(doorsUserName(account), passwords.doors, '*')] };
  });
  writePrivateFile(directory.natsConfigFile, natsConfig({ accounts, storeDir: directory.nats, port, tls }));
  return {
    name: 'nats-server',
    stage: 'store',
    command: natsCommand(directory.natsConfigFile),
    env: inherited,
    becomeReady: () => waitForJetStream(port),
  };
}
