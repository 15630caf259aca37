import { becomePrimary, mongodCommand, mongodTlsOptions } from '@pas/testing/local-mongod';
import { becomeJetStream, natsCommand } from '@pas/testing/local-nats';
import { natsConfig } from '@pas/testing/nats-config';
import { localEnvironments } from '../secrets.ts';
import { writePrivateFile } from '../write-private-file.ts';
import { mongoTlsOf, type Blueprint } from './blueprint.ts';
import type { ProcessPlan } from './process-plan.ts';

/** One mongod, a replica set of its own, for the databases of all environments. */
export function planMongod(blueprint: Blueprint): ProcessPlan {
  const { directory, ports, inherited, tls } = blueprint;
  const port = ports.portOf('mongod');
  return {
    name: 'mongod',
    stage: 'store',
    command: [...mongodCommand(directory.mongo, port), ...(tls ? mongodTlsOptions(tls) : [])],
    env: inherited,
    becomeReady: () => becomePrimary(port, mongoTlsOf(blueprint)),
  };
}

/** One nats-server with an account for each environment; writes its configuration. */
export function planNats({ directory, ports, secrets, inherited, tls }: Blueprint): ProcessPlan {
  const port = ports.portOf('nats-server');
  const accounts = localEnvironments.map((name) => ({
    name,
    user: name.toLowerCase(),
    password: secrets[name].natsPassword,
  }));
  writePrivateFile(directory.natsConfigFile, natsConfig({ accounts, storeDir: directory.nats, port, tls }));
  return {
    name: 'nats-server',
    stage: 'store',
    command: natsCommand(directory.natsConfigFile),
    env: inherited,
    becomeReady: () => becomeJetStream(port),
  };
}
