import { becomePrimary, mongodCommand } from '@pas/testing/local-mongod';
import { becomeJetStream, natsCommand } from '@pas/testing/local-nats';
import { natsConfig } from '@pas/testing/nats-config';
import { localEnvironments } from '../secrets.ts';
import { writePrivateFile } from '../write-private-file.ts';
import type { Blueprint } from './blueprint.ts';
import type { ProcessPlan } from './process-plan.ts';

/** One mongod, a replica set of its own, for the databases of all environments. */
export function planMongod({ directory, ports, secrets, inherited }: Blueprint): ProcessPlan {
  const port = ports.portOf('mongod');
  return {
    name: 'mongod',
    stage: 'store',
    command: mongodCommand(directory.mongo, port),
    env: inherited,
    becomeReady: () =>
      becomePrimary({ dir: directory.mongo, port, operatorPassword: secrets.mongoOperatorPassword }),
  };
}

/** One nats-server with an account for each environment; writes its configuration. */
export function planNats({ directory, ports, secrets, inherited }: Blueprint): ProcessPlan {
  const port = ports.portOf('nats-server');
  const accounts = localEnvironments.map((name) => ({
    name,
    user: name.toLowerCase(),
    password: secrets[name].natsPassword,
  }));
  writePrivateFile(directory.natsConfigFile, natsConfig({ accounts, storeDir: directory.nats, port }));
  return {
    name: 'nats-server',
    stage: 'store',
    command: natsCommand(directory.natsConfigFile),
    env: inherited,
    becomeReady: () => becomeJetStream(port),
  };
}
