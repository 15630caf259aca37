import type { Profile } from '../demo/profiles.ts';
import type { Task } from '../run-task.ts';
import { localEnvironments } from '../secrets.ts';
import { mongoUrlOf, mongoUsersOf, natsUrlOf, portalUrlOf, type Blueprint } from './blueprint.ts';
import { nodeCommand, nodeEnvironment } from './node-program.ts';

/** Returns the settings of one environment: its users, and the URLs of its stores for the step before a release. */
const settingsOf = (blueprint: Blueprint) =>
  localEnvironments.map((environment) => {
    const user = { kind: 'migrations', environment } as const;
    return {
      [`${environment}_MONGO_USERS`]: mongoUsersOf(blueprint, environment),
      [`${environment}_MONGO_URL`]: mongoUrlOf(blueprint, environment, user),
      [`${environment}_CONTROL_MONGO_URL`]: mongoUrlOf(blueprint, 'control', user),
      [`${environment}_OPERATOR_MONGO_URL`]: mongoUrlOf(blueprint, environment, 'operator'),
      [`${environment}_NATS_URL`]: natsUrlOf(blueprint, environment, 'declarer'),
    };
  });

/** Plans the step between the stores and the services: users, indexes, streams, tenants, keys, demo. */
export function planDatabases(blueprint: Blueprint, { profile }: { profile: Profile | null }): Task {
  const name = 'databases';
  return {
    name,
    command: nodeCommand(blueprint, { name, file: 'tools/src/local-system/databases/main.ts' }),
    env: {
      ...nodeEnvironment(blueprint),
      ...(Object.assign({}, ...settingsOf(blueprint)) as Record<string, string>),
      OPERATOR_CONTROL_MONGO_URL: mongoUrlOf(blueprint, 'control', 'operator'),
      STREAM_REPLICAS: String(blueprint.ports.membersOf('nats-server').length),
      PORTAL_URL: portalUrlOf(blueprint, 'DEV'),
      TEST_PORTAL_URL: portalUrlOf(blueprint, 'TEST'),
      SECRETS_FILE: blueprint.directory.secretsFile,
      DOORS_FILE: blueprint.directory.doorsFile,
      ...(blueprint.tls && { NODE_EXTRA_CA_CERTS: blueprint.tls.caFile }),
      ...(profile !== null && { DEMO_PROFILE: profile }),
    },
  };
}
