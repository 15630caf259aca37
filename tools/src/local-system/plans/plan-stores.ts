import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { becomePrimary, mongodCommand, mongodTlsOptions } from '@pas/testing/local-mongod';
import { natsCommand, waitForJetStream } from '@pas/testing/local-nats';
import { ensureKeyFile, readMembersKey } from '@pas/testing/mongod-locks';
import { becomeMember, ensureCluster } from '@pas/testing/mongod-cluster';
import { doorUser, natsConfig, natsUser } from '@pas/testing/nats-config';
import { busUsers } from '@pas/shared/events/bus-users';
import { memberName } from '../ports.ts';
import { localEnvironments } from '../secrets.ts';
import { writePrivateFile } from '../write-private-file.ts';
import { addressOf, commandAt, doorsUserName, hostOf, mongoTlsOf, type Blueprint } from './blueprint.ts';
import type { ProcessPlan } from './process-plan.ts';

/** Plans the mongods of one replica set, for the databases of all environments. */
export function planMongods(blueprint: Blueprint): ProcessPlan[] {
  const ports = blueprint.ports.membersOf('mongod');
  return ports.map((port, index) =>
    planMongod(blueprint, memberName('mongod', index + 1, ports.length), port),
  );
}

function planMongod(blueprint: Blueprint, name: string, port: number): ProcessPlan {
  const { directory, secrets, inherited, tls } = blueprint;
  const host = hostOf(blueprint, port);
  const isSingle = name === 'mongod';
  const dir = isSingle ? directory.mongo : join(directory.mongo, name);
  mkdirSync(dir, { recursive: true });
  const command = mongodCommand(dir, port, ensureKeyFile(directory.mongo), host);
  const options = mongoTlsOf(blueprint);
  return {
    name,
    stage: 'store',
    command: commandAt(blueprint, name, [...command, ...(tls ? mongodTlsOptions(tls) : [])]),
    env: inherited,
    becomeReady: () =>
      isSingle
        ? becomePrimary({ dir, port, operatorPassword: secrets.mongoOperatorPassword, options })
        : becomeMember(host, port),
  };
}

/** Joins new mongods to a replica set and creates the operator. A set that exists keeps both. */
export async function formReplicaSet(blueprint: Blueprint): Promise<void> {
  const { directory, ports, secrets } = blueprint;
  const members = ports.membersOf('mongod').map((port) => addressOf(blueprint, port));
  if (members.length === 1) return;
  const membersKey = readMembersKey(ensureKeyFile(directory.mongo));
  await ensureCluster({ members, membersKey, operatorPassword: secrets.mongoOperatorPassword });
}

/** Plans the nats-servers of one cluster, with an account for each environment. Writes their configuration. */
export function planNatsServers(blueprint: Blueprint): ProcessPlan[] {
  const ports = blueprint.ports.membersOf('nats-server');
  return ports.map((_port, index) => planNats(blueprint, index));
}

function planNats(blueprint: Blueprint, index: number): ProcessPlan {
  const { directory, secrets, inherited, tls } = blueprint;
  const { natsRoutes } = blueprint.ports;
  const ports = blueprint.ports.membersOf('nats-server');
  const name = memberName('nats-server', index + 1, ports.length);
  const [port = 0, routePort] = [ports[index], natsRoutes[index]];
  const host = hostOf(blueprint, port);
  const isSingle = routePort === undefined;
  const storeDir = isSingle ? directory.nats : join(directory.nats, name);
  mkdirSync(storeDir, { recursive: true });
  const accounts = localEnvironments.map((account) => {
    const passwords = secrets[account].busPasswords;
    const users = busUsers.map((user) => natsUser({ account, user, password: passwords[user] }));
    return { name: account, users: [...users, doorUser(doorsUserName(account), passwords.doors, '*')] };
  });
  const routes = natsRoutes.map((each) => addressOf(blueprint, each));
  const cluster = isSingle ? null : { server: name, port: routePort, routes };
  const configFile = isSingle ? directory.natsConfigFile : join(directory.nats, `${name}.conf`);
  writePrivateFile(configFile, natsConfig({ accounts, storeDir, host, port, tls, cluster }));
  return {
    name,
    stage: 'store',
    command: commandAt(blueprint, name, natsCommand(configFile)),
    env: inherited,
    becomeReady: () => waitForJetStream(port, host),
  };
}
