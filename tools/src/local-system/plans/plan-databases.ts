import type { Profile } from '../demo/profiles.ts';
import type { Task } from '../run-task.ts';
import { mongoUrlOf, natsUrlOf, portalUrlOf, type Blueprint } from './blueprint.ts';
import { nodeCommand, nodeEnvironment } from './node-program.ts';

/** The step between the stores and the services: indexes, streams, tenants, keys, demo. */
export function planDatabases(blueprint: Blueprint, { profile }: { profile: Profile | null }): Task {
  const name = 'databases';
  return {
    name,
    command: nodeCommand(blueprint, { name, file: 'tools/src/local-system/databases/main.ts' }),
    env: {
      ...nodeEnvironment(blueprint),
      CONTROL_MONGO_URL: mongoUrlOf(blueprint, 'control'),
      DEV_MONGO_URL: mongoUrlOf(blueprint, 'DEV'),
      TEST_MONGO_URL: mongoUrlOf(blueprint, 'TEST'),
      DEV_NATS_URL: natsUrlOf(blueprint, 'DEV', 'declarer'),
      TEST_NATS_URL: natsUrlOf(blueprint, 'TEST', 'declarer'),
      PORTAL_URL: portalUrlOf(blueprint, 'DEV'),
      TEST_PORTAL_URL: portalUrlOf(blueprint, 'TEST'),
      SECRETS_FILE: blueprint.directory.secretsFile,
      ...(profile !== null && { DEMO_PROFILE: profile }),
    },
  };
}
